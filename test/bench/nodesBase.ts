/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs outside n8n */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { n8nInstall } from '../support/n8nInstall';

/** The folder of n8n's own nodes, beside the installed n8n. */
export const nodesBase = (): string =>
	realpathSync(
		join(realpathSync(join(n8nInstall().folder, 'node_modules/n8n')), '../n8n-nodes-base'),
	);
