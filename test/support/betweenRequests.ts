import type { RecordedRequest, Service } from '../service';

/** Lets something happen at the service just before it works on a request, whose number from 1 it is told. */
export function beforeEachRequest(
	{ requests }: Service,
	act: (number: number, request: RecordedRequest) => void,
): { stop(): void } {
	requests.push = (...arrived) => {
		const length = Array.prototype.push.apply(requests, arrived);
		for (const request of arrived) act(length, request);
		return length;
	};
	return {
		stop: () => {
			Reflect.deleteProperty(requests, 'push');
		},
	};
}
