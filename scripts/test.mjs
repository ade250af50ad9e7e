/**
 * Everything that must be green: `npm test`. `--long` is `npm run test:long` (random seeds, twenty times the programs,
 * every notebook in the browser, mutation of the rules); `--fast` leaves out the build and the browser.
 */
import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';

const long = process.argv.includes('--long');
const fast = process.argv.includes('--fast');
const seed = process.env.PULLBACK_SEED ?? (long ? String(Date.now() % 2 ** 31) : undefined);
const env = {
  ...process.env,
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
  ...(long ? { PULLBACK_LONG: '1', PULLBACK_RUNS: process.env.PULLBACK_RUNS ?? '5000' } : {}),
  ...(seed === undefined ? {} : { PULLBACK_SEED: seed }),
};
const started = Date.now();

function step(name, command, ...args) {
  console.log(`\n== ${name}`);
  const from = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  console.log(`-- ${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
  if (status !== 0) {
    console.error(`\n${name} failed`);
    process.exit(1);
  }
}

if (seed !== undefined) console.log(`seed ${seed} (PULLBACK_SEED=${seed} runs it again)`);
step('format', 'prettier', '--check', '--log-level', 'warn', '--cache', '.');
for (const project of ['tsconfig.core.json', 'tsconfig.app.json', 'workers/tsconfig.json', 'tsconfig.node.json'])
  step(`types: ${project}`, 'tsc', '-p', project);
step('lint', 'eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', 'node_modules/.cache/eslint/');
step('layers', 'depcruise', 'src', 'workers', '--config', '.dependency-cruiser.cjs', '--output-type', 'err');
step('dead code', 'knip');
step('unit and property tests', 'vitest', 'run');
if (long) step('mutation of the derivative rules', 'node', 'scripts/mutation.mjs');
if (!fast) {
  step('build', 'vite', 'build', '--logLevel', 'warn');
  step('size budget', 'size-limit');
  if (!ensureBrowser()) {
    console.error('no browser: set CHROMIUM_PATH');
    process.exit(1);
  }
  step('browser tests', 'playwright', 'test');
}
console.log(`\nall green in ${((Date.now() - started) / 1000).toFixed(0)} s`);
