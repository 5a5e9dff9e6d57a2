const { dest, src } = require('gulp');

// n8n-node build copies icons and schemas, but not the files that put the nodes into the editor's categories.
exports.codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
