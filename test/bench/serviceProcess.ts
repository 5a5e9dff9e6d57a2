/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import { startService, type Behaviour, type Service } from '../service';
import { setAhead, useMovableClock } from './clock';
import { countSockets, openSockets, takeMostSockets } from './sockets';

/** Contacts that come one after another. */
export interface Arrivals {
	count: number;
	apartMs: number;
	/** How long ago the last of them came, ms. Default 0. */
	agoMs?: number;
	/** One in so many is changed half an hour after it came, if that is past already. Default: none. */
	updatedEvery?: number;
}

const UPDATED_AFTER_MS = 30 * 60_000;

const commandsOf = (service: Service) => ({
	credential: () => ({
		baseUrl: service.url,
		apiKey: service.apiKey,
		newsletterId: service.newsletterId,
	}),
	behave: (behaviour: Partial<Behaviour>) => void Object.assign(service.behaviour, behaviour),
	setAhead,
	/** @returns their IDs */
	add: ({ count, apartMs, agoMs = 0, updatedEvery = Infinity }: Arrivals) => {
		const lastMs = Date.now() - agoMs;
		return Array.from({ length: count }, (_, index) => {
			const createdAt = lastMs - (count - 1 - index) * apartMs;
			const updatedAt = createdAt + UPDATED_AFTER_MS;
			const isUpdated = (index + 1) % updatedEvery === 0 && updatedAt < lastMs;
			const { id } = service.contacts.create({ createdAt, ...(isUpdated && { updatedAt }) });
			return id;
		});
	},
	/** @returns how many requests came since the last time */
	takeRequests: () => {
		const refused = service.requests.find(
			({ refusedBy, status }) => refusedBy !== undefined && status !== 404,
		);
		if (refused) throw new Error(`${refused.path} was refused: ${refused.reason}`);
		const count = service.requests.length;
		service.resetRequests();
		return count;
	},
	/** @returns the most sockets that were open at once since the last time */
	takeMostSockets,
	openSockets,
});

export type Commands = ReturnType<typeof commandsOf>;

export interface Command {
	name: keyof Commands;
	argument?: unknown;
}

export type Reply = { result: unknown } | { failure: string };

const serve = async (): Promise<void> => {
	useMovableClock();
	countSockets();
	const commands = commandsOf(await startService({ clock: () => Date.now() }));
	const reply = (message: Reply) => process.send?.(message);
	process.on('message', async ({ name, argument }: Command) => {
		try {
			const command = commands[name] as (argument: unknown) => unknown;
			reply({ result: (await command(argument)) ?? null });
		} catch (error) {
			reply({ failure: String(error) });
		}
	});
	process.once('disconnect', () => process.exit());
};

void serve();
