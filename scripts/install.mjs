import { installProject } from './installProject.mjs';

/** Installs what is missing: first the project, which brings the libraries that the rest uses, then n8n. */
export async function install() {
	try {
		await installProject();
		const { installN8n } = await import('./installN8n.mjs');
		return await installN8n();
	} catch (error) {
		console.error(error.message);
		process.exit(1);
	}
}
