import { connectToMcp, type McpClient } from '../../support/mcpClient';
import { exampleWorkflow } from '../../support/n8nExamples';
import { useStage } from '../stage';

jest.setTimeout(240_000);

const recipe = exampleWorkflow('assistant');
const SERVER = 'MCP Server';
const TOKEN = 'token-of-the-assistant';

const on = useStage();

let url: string;
let client: McpClient;

beforeAll(async () => {
	const body = { name: 'Assistant', type: 'httpBearerAuth', data: { token: TOKEN } };
	const { id } = await on.n8n.client.rest<{ id: string }>('POST', '/credentials', body);
	const credentials = { httpBearerAuth: { id, name: 'Assistant' } };
	const server = recipe.nodes.find(({ name }) => name === SERVER)!;
	const nodes = recipe.nodes.map((node) => (node === server ? { ...node, credentials } : node));
	await on.n8n.workflows.activate(await on.create({ ...recipe, nodes }));
	url = `${on.n8n.url}/mcp/${String(server.parameters.path)}`;
	client = await connectToMcp(url, TOKEN);
});

afterAll(async () => await client?.close());

const call = async (name: string, args: Record<string, unknown>) => {
	const { isError, content } = await client.callTool({ name, arguments: args });
	return { isError: isError ?? false, text: content.map(({ text }) => text).join('\n') };
};

describe('the recipe assistant', () => {
	it('lets an assistant look up, add and update contacts, and do nothing else', async () => {
		const { tools } = await client.listTools();
		const names = tools.map(({ name }) => name).sort();
		expect(names).toEqual(['Add_Contact', 'Look_Up_Contacts', 'Update_Contact']);
		// A changed address would let an assistant subscribe the old one again.
		const { inputSchema } = tools.find(({ name }) => name === 'Update_Contact')!;
		expect(Object.keys(inputSchema.properties!).sort()).toEqual([
			'contact_id',
			'first_name',
			'last_name',
		]);

		await call('Add_Contact', { email: 'ada@example.org', first_name: 'Ada' });
		const ada = on.service.contacts.byEmail('ada@example.org')!;
		expect(ada).toMatchObject({ first_name: 'Ada', subscribed: true });

		const found = await call('Look_Up_Contacts', { email: 'ada@example.org' });
		expect(found.text).toContain(ada.id);

		await call('Update_Contact', { contact_id: ada.id, last_name: 'Lovelace' });
		const updated = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org' };
		expect(on.service.contacts.byEmail('ada@example.org')).toMatchObject(updated);
	});

	it('does not subscribe anybody again', async () => {
		on.service.contacts.add({ email: 'left@example.org', subscribed: false });
		await call('Add_Contact', { email: 'left@example.org', first_name: 'Left' });
		const left = { email: 'left@example.org', first_name: 'Left', subscribed: false };
		const [written] = on.service.requests.filter(({ method }) => method === 'POST');
		expect(written!.body).toMatchObject({ contacts: [left] });
	});

	it('tells the assistant what went wrong', async () => {
		const { isError, text } = await call('Add_Contact', { email: 'no address' });
		expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(/Email/) });
	});

	it('lets nobody in without the token', async () => {
		await expect(connectToMcp(url, 'wrong')).rejects.toThrow(/403|401|unauthori|authori/i);
	});
});
