/**
 * `npm run gradbench [-- EVAL ...] [-- --full]`: plays stored sessions to the tool for GradBench and compares its outputs;
 * then measures it at GradBench's sizes, beside published times. Without `--full`, larger sizes than fit into some
 * seconds are left out.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { EVALS } from '../gradbench/evals.mjs';
import { replay } from '../gradbench/sessions.mjs';
import { workloads } from '../gradbench/workloads.mjs';

/** How long a function runs for each size. */
const SECONDS = 0.2;
/** How long an eval takes, after which no larger size follows. */
const ENOUGH = 5;
const PUBLISHED = JSON.parse(readFileSync(new URL('../gradbench/published.json', import.meta.url), 'utf8'));
/** As in the Dockerfile: V8 optimises a program when it is compiled. */
const FLAGS = ['--no-liftoff', '--no-wasm-lazy-compilation'];
const TOOLS = ['manual', 'jax', 'haskell', 'floretta', 'tensorflow-js'];

/** Starts the tool in a process of its own, and returns a function that sends it a message. */
function startTool() {
  const child = spawn(process.execPath, [...FLAGS, 'gradbench/run.mjs'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const respond = async (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the tool has ended');
    return JSON.parse(value);
  };
  return { respond, end: () => child.stdin.end() };
}

/** Measures an eval, and returns the mean time of each function for each size. */
async function measure(name, respond, full) {
  const rows = [];
  let spent = 0;
  let complete = true;
  await respond({ id: 0, kind: 'define', module: name });
  for (const { description, input } of workloads(name)) {
    if (spent > ENOUGH && !full) {
      complete = false;
      break;
    }
    const times = {};
    for (const fun of Object.keys(EVALS[name].functions)) {
      const runs = { ...input, min_runs: 1, min_seconds: SECONDS };
      const started = Date.now();
      const response = await respond({ id: 1, kind: 'evaluate', module: name, function: fun, input: runs });
      spent += (Date.now() - started) / 1000;
      times[fun] = response.success ? mean(response.timings) : response.error;
    }
    rows.push({ description, times });
  }
  return { rows, complete };
}

const mean = (timings) => timings.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0) / timings.length / 1e9;
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const shown = (value) => (typeof value === 'number' ? value.toPrecision(3) : (value ?? ''));

/** Prints the times of an eval and those published, of each tool the sum of its functions. */
function print(name, { rows, complete }) {
  const nested = name === 'particle' || name === 'saddle';
  const published = PUBLISHED.workloads[name];
  const functions = Object.keys(EVALS[name].functions);
  // The four ways of the nested evals have one size, and the best counts.
  const sizes = nested
    ? functions.map((fun) => ({ description: fun, own: [rows[0].times[fun]] }))
    : rows.map(({ description, times }) => ({ description, own: functions.map((fun) => times[fun]) }));
  const tools = TOOLS.filter((tool) => Object.values(published).some((row) => tool in row));
  const table = sizes.map(({ description, own }) => [
    description,
    ...own.map(shown),
    ...tools.map((tool) => shown(published[description]?.[tool] && sum(published[description][tool]))),
  ]);
  printTable([nested ? 'function' : 'size', ...(nested ? ['seconds'] : functions), ...tools], table);
  const totals = sizes.map(({ own }) => sum(own));
  const total = nested ? Math.min(...totals) : sum(totals);
  if (!complete) return console.log('  larger sizes: --full');
  if (!Number.isFinite(total)) return console.log('  no score: a function failed');
  const others = Object.entries(PUBLISHED.totals[name]);
  const place = others.filter(([, seconds]) => seconds < total).length + 1;
  console.log(`  ${nested ? 'best' : 'sum'} ${shown(total)} s, score ${shown(1 / total)}; place ${place} beside`);
  console.log(`  ${others.map(([tool, seconds]) => `${tool} ${seconds}`).join(', ')}`);
}

function printTable(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i].length)));
  for (const row of [head, ...rows])
    console.log(`  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')}`);
}

const { status } = spawnSync(process.execPath, ['scripts/bundle.mjs', 'api'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const names = Object.keys(EVALS).filter((name) => wanted.length === 0 || wanted.includes(name));
for (const name of names) {
  const { respond, end } = startTool();
  const problems = await replay(name, respond);
  end();
  console.log(`${name}: ${problems.length === 0 ? 'right' : problems.join('; ')}`);
  if (problems.length > 0) process.exitCode = 1;
}
console.log(
  `\nSeconds here, and of GradBench's nightly run of ${PUBLISHED.date} on its own machine, with its own numbers:`,
);
for (const name of names.filter((name) => name in PUBLISHED.totals)) {
  const { respond, end } = startTool();
  console.log(`\n${name}`);
  print(name, await measure(name, respond, process.argv.includes('--full')));
  end();
}
