import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const run = (script, ...args) =>
	execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
		cwd: root,
		stdio: 'inherit',
	});

rmSync(join(root, 'dist'), { recursive: true, force: true });
run('typescript/bin/tsc');
run('gulp/bin/gulp.js', '--silent', 'assets');
