/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs outside n8n */

/** Called by Jest after the last test. */
export default async (): Promise<void> => {
	const { stopSharedN8n } = globalThis as { stopSharedN8n?: () => Promise<void> };
	await stopSharedN8n?.();
};
