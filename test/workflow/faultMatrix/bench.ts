/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { connect, createServer, type Socket } from 'node:net';
import type { IDataObject, INodeExecutionData, OnError } from 'n8n-workflow';
import { freePort } from '../../support/freePorts';
import { searchList } from '../../support/loadOptions';
import { makePoll } from '../../support/poll';
import { errorOf, linksOf, type Newsletter } from '../newsletter';
import type { Work } from '../operations';
import type { Fault } from './faults';
import { keep } from './leaks';
import type { Operation } from './operations';
import { atFirstWait, forgetTime, whileHanging } from './virtualTime';

export type ShownError = NonNullable<ReturnType<typeof errorOf>>;

export interface Attempt {
	error?: ShownError;
	/** Items of the success and of the error output. */
	outputs: [INodeExecutionData[], INodeExecutionData[]];
	/** The input items that each of them is linked to. */
	links: [number[][], number[][]];
}

export interface Bench {
	work: Work;
	/** Lets the fault meet the middle one's request, for good or once. */
	inject(fault: Fault, times: null | 1): Promise<void>;
	/** Runs the operation on the input items of these numbers. */
	attempt(items: number[], onError?: OnError): Promise<Attempt>;
	/** Changes values of the credential. */
	connect(values: IDataObject): void;
	/** Takes the fault away. */
	mend(): void;
	/** What a trigger has stored. */
	stored(): IDataObject;
	stop(): void;
}

const isError = (value: unknown): value is ShownError => value instanceof Error;
const NOTHING: Attempt = { outputs: [[], []], links: [[], []] };

/** Prepares everything, and forgets the requests and the waits that this took. */
export async function layOut(newsletter: Newsletter, operation: Operation): Promise<Bench> {
	const { service } = newsletter;
	const credentials = newsletter.credentials();
	const connection: IDataObject = credentials.newsletterApi;
	const { parameters, screen } = operation;
	const sockets: Socket[] = [];
	const forward = createServer((incoming) => {
		const onward = connect(Number(new URL(service.url).port), '127.0.0.1');
		sockets.push(incoming, onward);
		incoming.on('error', () => onward.destroy()).pipe(onward);
		onward.on('error', () => incoming.destroy()).pipe(incoming);
	});

	if (screen === 'trigger') service.contacts.add([{ createdAt: Date.now() - 3_600_000 }]);
	const trigger = await makePoll({ credentials, parameters });
	if (screen === 'trigger') expect(await trigger.poll()).toBeNull();
	const work = await operation.prepare(newsletter);
	service.resetRequests();
	forgetTime();

	const runOnNode = async (items: number[], onError?: OnError): Promise<Attempt> => {
		const run = await newsletter.run({
			parameters,
			credential: connection as never,
			input: items.map((item) => ({ json: work.input[item]! })),
			node: { onError },
		});
		keep('run', run);
		return {
			error: errorOf(run),
			outputs: [run.output('Newsletter'), run.output('Newsletter', 1)],
			links: [linksOf(run), linksOf(run, 1)],
		};
	};
	const poll = async () => ({
		...NOTHING,
		outputs: [((await trigger.poll()) ?? []).flat(), []] as Attempt['outputs'],
	});
	const search = async () => {
		const list = { method: 'searchContacts', parameter: 'contactId' };
		const { results } = await searchList({ ...list, parameters, credentials });
		const items = results.map((json) => ({ json: { ...json } }));
		return { ...NOTHING, outputs: [items, []] as Attempt['outputs'] };
	};

	return {
		work,
		async inject({ rule }, times) {
			if (rule) {
				service.behaviour.faults = [{ ...rule, match: work.match, times }];
				return;
			}
			const port = await freePort();
			connection.baseUrl = `http://127.0.0.1:${port}/v1`;
			const listen = async () =>
				await new Promise<void>((resolve) => forward.listen(port, '127.0.0.1', resolve));
			if (times !== null) atFirstWait(listen);
		},
		async attempt(items, onError) {
			const run = { node: runOnNode, trigger: poll, search }[screen];
			const caught = run(items, onError).catch((error: unknown): Attempt => {
				keep('error', error);
				if (!isError(error)) throw error;
				return { ...NOTHING, error };
			});
			const hangs = service.behaviour.faults.some(({ kind }) => kind === 'hang');
			const attempt = await (hangs ? whileHanging(service, caught) : caught);
			keep('attempt', attempt);
			keep('stored', trigger.staticData());
			return attempt;
		},
		connect: (values) => {
			Object.assign(connection, values);
		},
		mend: () => {
			service.behaviour.faults = [];
			connection.baseUrl = service.url;
		},
		stored: () => trigger.staticData(),
		stop: () => {
			for (const socket of sockets) socket.destroy();
			forward.close();
		},
	};
}
