const { dest, parallel, src } = require('gulp');

const assets = (glob, folder) => () => src(glob, { encoding: false }).pipe(dest(`dist/${folder}`));

const icons = assets('icons/*.svg', 'icons');
const codex = assets('nodes/**/*.node.json', 'nodes');
const schemas = assets('nodes/**/__schema__/**/*.json', 'nodes');

exports.assets = parallel(icons, codex, schemas);
