/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nInstall } from './n8nInstall';

interface ToolAnswer {
	isError?: boolean;
	content: Array<{ text: string }>;
}

export interface McpClient {
	connect(transport: unknown): Promise<void>;
	listTools(): Promise<{ tools: Array<{ name: string; inputSchema: { properties?: object } }> }>;
	callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolAnswer>;
	close(): Promise<void>;
}

type ClientModule = { Client: new (info: { name: string; version: string }) => McpClient };
type TransportModule = {
	StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => unknown;
};

/** The official client, in the version that n8n brings. */
export const connectToMcp = async (url: string, token: string): Promise<McpClient> => {
	const load = createRequire(join(n8nInstall().folder, 'node_modules/n8n/package.json'));
	const sdk = '@modelcontextprotocol/sdk/client';
	const { Client } = load(`${sdk}/index.js`) as ClientModule;
	const transports = load(`${sdk}/streamableHttp.js`) as TransportModule;
	const client = new Client({ name: 'assistant', version: '1.0.0' });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(
		new transports.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
	);
	return client;
};
