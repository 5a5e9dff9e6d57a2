import type { IHttpRequestOptions } from 'n8n-workflow';

import type { PreSend } from '../transport/pipeline';
import { identifier } from './fieldValues';

/** Fills `{id}` in the operation's URL from a field, encoded. */
export function pathIdPreSend(parameter: string, field: string, prefix?: string): PreSend {
	return async function (request: IHttpRequestOptions) {
		const source = { node: this.getNode(), itemIndex: this.getItemIndex() };
		const value = this.getNodeParameter(parameter, '', { extractValue: true });
		const id = identifier(source, field, value, prefix);
		return { ...request, url: request.url.replace('{id}', () => encodeURIComponent(id)) };
	};
}
