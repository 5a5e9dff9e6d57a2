/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs outside n8n */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setAhead } from './clock';
import type { Command, Commands, Reply } from './serviceProcess';

/** The stand-in service in a process of its own, so that its work is not in the trigger's time. */
export class StandIn {
	private aheadMs = 0;

	private constructor(private readonly child: ChildProcess) {}

	/** Runs `work` with a service that holds no contacts, by a clock that starts at the real time. */
	static async with<T>(work: (standIn: StandIn) => Promise<T>): Promise<T> {
		const child = fork(join(__dirname, 'serviceProcess.ts'));
		const exited = once(child, 'exit');
		const standIn = new StandIn(child);
		try {
			await standIn.pass(0);
			return await work(standIn);
		} finally {
			if (child.connected) child.disconnect();
			await exited;
		}
	}

	/** Lets time pass for the service and for this process without waiting for it. */
	async pass(ms: number): Promise<void> {
		this.aheadMs += ms;
		setAhead(this.aheadMs);
		await this.ask('setAhead', this.aheadMs);
	}

	async ask<Name extends keyof Commands>(
		name: Name,
		...[argument]: Parameters<Commands[Name]>
	): Promise<Awaited<ReturnType<Commands[Name]>>> {
		const command: Command = { name, argument };
		const ended = new AbortController();
		const replied = once(this.child, 'message', { signal: ended.signal });
		const gone = () => ended.abort(new Error('The service has ended'));
		this.child.once('exit', gone);
		this.child.send(command);
		const [reply] = (await replied) as [Reply];
		this.child.off('exit', gone);
		if ('failure' in reply) throw new Error(reply.failure);
		return reply.result as Awaited<ReturnType<Commands[Name]>>;
	}
}
