/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineCredentials } from '../support/engineCredentials';

/**
 * n8n reads the credential of every item from its database, in any order: here that of the first
 * item comes last. @param after readings that are as fast as ever
 */
export function readFirstCredentialLate(after = 0): void {
	const read = EngineCredentials.prototype.getDecrypted;
	let readings = 0;
	jest.spyOn(EngineCredentials.prototype, 'getDecrypted').mockImplementation(async function (
		this: EngineCredentials,
		...args
	) {
		readings += 1;
		if (args[6]?.itemIndex === 0 && readings > after) {
			await sleep(30);
		}
		return await read.apply(this, args);
	});
}
