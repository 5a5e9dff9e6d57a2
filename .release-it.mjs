// n8n's CLI passes no options on: this lets `npm run release --dry-run` reach release-it.
export default { 'dry-run': process.env.npm_config_dry_run === 'true' };
