/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */
import type { Figure } from './measured';
import { medianOf } from './rounds';

export const count = (number: number): string => Math.round(number).toLocaleString('en-US');

export const time = (ms: number): string =>
	ms < 10_000 ? `${count(ms)} ms` : `${count(ms / 1000)} s`;

/** A table as GitHub writes it. */
export const table = (header: string[], rows: string[][]): string =>
	[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

type Row = [name: string, figures: Figure[]];

/** The node beside a bare loop of the same requests. */
export const comparison = (...[bare, node]: [bare: Row, node: Row]): string =>
	table(
		['', 'Requests', 'Sockets at once', 'Time', 'Times the bare loop'],
		[bare, node].map(([name, figures]) => [
			name,
			count(medianOf(figures, 'requests')),
			count(Math.max(...figures.map(({ sockets }) => sockets))),
			time(medianOf(figures, 'ms')),
			(medianOf(figures, 'ms') / medianOf(bare[1], 'ms')).toFixed(2),
		]),
	);

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const progress = (text: string): void => void process.stderr.write(`${text}\n`);

/** What was measured beside what it has to be. */
export class Reaches {
	readonly missed: string[] = [];

	holds(name: string, isSo: boolean): void {
		if (isSo) return;
		progress(`  MISSED: ${name}`);
		this.missed.push(name);
	}

	is(name: string, figure: number, wanted: number): void {
		this.holds(`${name}: ${count(figure)} instead of ${count(wanted)}`, figure === wanted);
	}

	atMost(name: string, figure: number, most: number): void {
		this.holds(`${name}: ${count(figure)}, above ${count(most)}`, figure <= most);
	}

	/** That one figure is at most so many times another. */
	ratio(name: string, times: number, most: number): void {
		this.holds(`${name}: ${times.toFixed(2)} times, above ${most}`, times <= most);
	}

	/** That just these contacts were delivered, each once. */
	onceEach(name: string, delivered: string[], due: string[]): void {
		const times = new Map(due.map((id) => [id, 0]));
		for (const id of delivered) times.set(id, (times.get(id) ?? 1) + 1);
		const wrong = [...times.values()].filter((number) => number !== 1).length;
		this.is(`${name}: contacts not delivered just once`, wrong, 0);
	}
}

export type Part = (reaches: Reaches) => Promise<string>;
