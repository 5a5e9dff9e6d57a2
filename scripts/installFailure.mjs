import { StepError, tail } from './child.mjs';

const CAUSES = [
	{
		signs: /ENOSPC|no space left on device|EDQUOT/i,
		sentence: (folder) =>
			`The disk is full. Make room where ${folder} is, then run the command again.`,
	},
	{
		signs: /EACCES|EPERM|EROFS|permission denied/i,
		sentence: (folder) =>
			`${folder} may not be written to. Change its owner or mode, then run the command again.`,
	},
	{
		signs:
			/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|META_FETCH_FAIL|FETCH_ERROR|network (request|timeout)|CERT_/i,
		sentence: () =>
			'The npm registry could not be reached. Check the connection and npm’s proxy and registry settings, then run the command again.',
	},
];

/**
 * Makes of a failed install step a sentence that says what to do, after the end of the step's output. An error that
 * is no step's and no system call's has its own sentence already.
 */
export function explainInstallFailure(error, folder) {
	if (!(error instanceof StepError) && error.code === undefined) return error;
	const output = error.output ?? String(error);
	const cause = CAUSES.find(({ signs }) => signs.test(output));
	const advice =
		error.advice ??
		cause?.sentence(folder) ??
		'What it printed last is above; run the command again when that is put right.';
	return new Error(`${tail(output)}\n\n${error.message}. ${advice}`);
}

/** Ends the process with a sentence instead of a stack when `work` fails. */
export async function exitWithSentence(work) {
	try {
		return await work();
	} catch (error) {
		console.error(error.message);
		process.exit(1);
	}
}
