import nock from 'nock';

/**
 * Lets no request of a test file out, and fails a test that leaves an expected request unmade.
 * nock patches what all test files of a process share, so it is taken off again at the end.
 */
export function interceptHttp(): void {
	beforeAll(() => {
		if (!nock.isActive()) nock.activate();
		nock.disableNetConnect();
	});
	afterEach(() => {
		const pending = nock.pendingMocks();
		nock.cleanAll();
		expect(pending).toEqual([]);
	});
	afterAll(() => {
		nock.enableNetConnect();
		nock.restore();
	});
}
