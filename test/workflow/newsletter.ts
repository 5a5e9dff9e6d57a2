import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import type { RecordedRequest, Service, ServiceOptions, StoredSend } from '../service';
import { startService } from '../service';
import type { RunOptions, WorkflowRun } from '../support/engine';
import { runNode } from '../support/engine';

/** A second newsletter of the same service, which no credential names. */
export const SECOND_NEWSLETTER_ID = 'wks_secondNewsletter00001';

type NodeRun = Omit<RunOptions, 'workflow' | 'startNode' | 'credentials'> & {
	parameters?: INodeParameters;
	node?: Partial<INode>;
	/** Values of the credential that are not the service's own. */
	credential?: ICredentialDataDecryptedObject;
};

/** One operation of the node, run against a stand-in service of the test file's own. */
export class Newsletter {
	service!: Service;

	constructor(private readonly operation: INodeParameters) {}

	credentials(values: ICredentialDataDecryptedObject = {}) {
		const { url, apiKey, newsletterId } = this.service;
		return { newsletterApi: { baseUrl: url, apiKey, newsletterId, ...values } };
	}

	async run({ parameters, credential, ...options }: NodeRun = {}): Promise<WorkflowRun> {
		return await runNode({
			...options,
			credentials: this.credentials(credential),
			parameters: { ...this.operation, ...parameters },
		});
	}

	/** An issue that is there to be sent; making it leaves no request behind. */
	async draft(): Promise<StoredSend> {
		const { url, apiKey, newsletterId, requests, sends } = this.service;
		const answer = await fetch(`${url}/sends`, {
			method: 'POST',
			headers: {
				Accept: 'application/json',
				Authorization: `Bearer ${apiKey}`,
				'Content-Type': 'application/json',
			},
			body: JSON.stringify({ workspace_id: newsletterId, page_id: 'page' }),
		});
		expect(answer.status).toBe(200);
		requests.pop();
		return sends.all().at(-1)!;
	}

	/** What was asked, in the order it came: method, path, query and body. */
	get asked() {
		return this.service.requests.map(({ method, path, query, body }) => ({
			method,
			path,
			query,
			...(body !== undefined && { body }),
		}));
	}

	get queries(): Array<RecordedRequest['query']> {
		return this.service.requests.map(({ query }) => query);
	}
}

/**
 * Starts the service before the tests of a file and sets it back after each. No test may make a
 * request that breaks the documented interface.
 */
export function useNewsletter(
	operation: INodeParameters = {},
	options: ServiceOptions = {},
): Newsletter {
	const newsletter = new Newsletter(operation);
	beforeAll(async () => {
		newsletter.service = await startService(options);
	});
	afterEach(() => {
		const broken = newsletter.service.requests.filter(({ refusedBy }) => refusedBy === 'contract');
		newsletter.service.reset();
		expect(broken).toEqual([]);
	});
	afterAll(async () => await newsletter.service.stop());
	return newsletter;
}

/** The json of a node's items. */
export const jsonOf = ({ output }: WorkflowRun, outputIndex = 0) =>
	output('Newsletter', outputIndex).map(({ json }) => json);

/** Which input items a node's items are linked to, one list an item. */
export const linksOf = ({ output }: WorkflowRun, outputIndex = 0): number[][] =>
	output('Newsletter', outputIndex).map(({ pairedItem }) =>
		[pairedItem ?? []].flat().map((link) => (typeof link === 'object' ? link.item : link)),
	);

export const errorOf = ({ error }: WorkflowRun) =>
	error('Newsletter') as
		| (Error & {
				description?: string;
				httpCode?: string;
				context: { itemIndex?: number };
				failure?: { cause: string; retryAfterMs?: number };
		  })
		| undefined;

/** A sorted copy: where the order is not what is tested. */
export const sorted = (ids: Iterable<unknown>) => [...ids].map(String).sort();
