/**
 * Runs all checks: `npm test`. `--long` is `npm run test:long` (random seeds, many times the programs, every notebook
 * in the browser, mutation of the rules, WebKit); `--fast` runs half the cases, and neither the build nor the browser.
 */
import { spawn, spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';

const long = process.argv.includes('--long');
const fast = process.argv.includes('--fast');
const seed = process.env.PULLBACK_SEED ?? (long ? String(Date.now() % 2 ** 31) : undefined);
const env = {
  ...process.env,
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
  ...(fast ? { PULLBACK_RUNS: process.env.PULLBACK_RUNS ?? '40' } : {}),
  ...(long ? { PULLBACK_LONG: '1', PULLBACK_RUNS: process.env.PULLBACK_RUNS ?? '1600' } : {}),
  ...(seed === undefined ? {} : { PULLBACK_SEED: seed }),
};
const started = Date.now();
/** Browsers that could not be had. */
const untested = [];

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

/** The running steps of the lanes. */
const running = new Set();

/** Runs a step beside those of other lanes; its output is shown when it is done. */
async function run([name, command, ...args]) {
  const from = Date.now();
  const { status, output } = await new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', ({ message }) => resolve({ status: 1, output: message }));
    child.on('close', (status) => {
      running.delete(child);
      resolve({ status, output: Buffer.concat(chunks) });
    });
  });
  console.log(`\n== ${name}`);
  process.stdout.write(output);
  console.log(`-- ${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
  if (status === 0) return;
  console.error(`\n${name} failed`);
  for (const child of running) child.kill();
  process.exit(1);
}

async function lane(...steps) {
  for (const each of steps) await run(each);
}

async function mainWays(browsers) {
  for (const name of browsers)
    if (ensureBrowser(name))
      await run([`the main way in ${name}`, 'playwright', 'test', `--project=${name}`, 'smoke.spec.ts']);
    else untested.push(name);
}

if (seed !== undefined) console.log(`seed ${seed} (PULLBACK_SEED=${seed} runs it again)`);
// Version 7 is many times faster, but offers no program interface, which the linter needs: for that there is version 6.
const types = (project) => [`types: ${project}`, 'node', 'node_modules/typescript-7/bin/tsc', '-p', project];
const cache = 'node_modules/.cache/eslint/';
const lint = lane(['lint', 'eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', cache]);
await lane(
  types('tsconfig.core.json'),
  types('tsconfig.app.json'),
  types('workers/tsconfig.json'),
  types('tsconfig.node.json'),
  ['format', 'prettier', '--check', '--log-level', 'warn', '--cache', '.'],
  ['layers', 'depcruise', 'src', 'workers', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ['dead code', 'knip'],
  ['names of mutants', 'node', 'scripts/mutation.mjs', '--check'],
);
if (!fast) await lane(['build', 'vite', 'build', '--logLevel', 'warn'], ['size budget', 'size-limit']);
// A browser that is tested in one test leaves half of the machine to others.
const others = lint.then(() => (fast ? undefined : mainWays(long ? ['firefox', 'webkit'] : ['firefox'])));
await run(['unit and property tests', 'vitest', 'run']);
await others;
if (long) step('mutation of derivative rules', 'node', 'scripts/mutation.mjs', '--sample');
if (!fast) {
  if (!ensureBrowser('chromium')) process.exit(1);
  step('browser tests', 'playwright', 'test');
}
for (const name of untested) console.log(`\nnot tested: ${name}`);
console.log(`\nall green in ${((Date.now() - started) / 1000).toFixed(0)} s`);
