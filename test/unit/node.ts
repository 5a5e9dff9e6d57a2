import type { INode } from 'n8n-workflow';
import type { FieldSource } from '../../nodes/Newsletter/resources/fieldValues';

export const node: INode = {
	id: 'node-1',
	name: 'Newsletter',
	type: 'n8n-nodes-newsletter.newsletter',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** Input item 3, so that a message which names another item shows. */
export const source: FieldSource = { node, itemIndex: 3 };

export const NEWSLETTER = 'wks_1a2B3c4D5e6F7g8H9i0Jk';
