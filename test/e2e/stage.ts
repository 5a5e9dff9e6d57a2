import { startService, type Service, type ServiceOptions } from '../service';
import type { RunningN8n } from '../support/n8n';
import { withCredential } from '../support/n8nExamples';
import type { Execution, WorkflowJson } from '../support/n8nWorkflows';
import { sharedN8n } from '../support/sharedN8n';

/** The shared n8n, and a service of a file's own with a credential for it. */
export class Stage {
	n8n!: RunningN8n;

	service!: Service;

	credential!: { id: string; name: string };

	async createCredential(baseUrl = this.service.url) {
		const { apiKey, newsletterId } = this.service;
		return await this.n8n.createCredential({ baseUrl, apiKey, newsletterId });
	}

	/** @returns the ID of the workflow, which has its credential */
	async create(workflow: WorkflowJson, credential = this.credential): Promise<string> {
		return await this.n8n.workflows.create(withCredential(workflow, credential));
	}

	async run(workflow: WorkflowJson, trigger = 'Start'): Promise<Execution> {
		return await this.n8n.workflows.run(await this.create(workflow), trigger);
	}
}

export const useStage = (options: ServiceOptions = {}): Stage => {
	const stage = new Stage();
	beforeAll(async () => {
		stage.service = await startService(options);
		stage.n8n = await sharedN8n();
		stage.credential = await stage.createCredential();
	});
	beforeEach(() => stage.service.reset());
	afterAll(async () => await stage.service?.stop());
	return stage;
};
