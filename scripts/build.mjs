import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const run = (script, ...args) =>
	execFileSync(process.execPath, [require.resolve(script), ...args], { stdio: 'inherit' });

rmSync('dist', { recursive: true, force: true });
run('typescript/bin/tsc');
run('gulp/bin/gulp.js', '--silent', 'assets');
