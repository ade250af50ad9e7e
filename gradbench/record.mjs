/**
 * `node gradbench/record.mjs CHECKOUT`: writes the sessions anew, with the outputs of the tool `manual` of a checkout of
 * GradBench, where `make -C cpp` and `make -C tools/manual` were run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVALS } from './evals.mjs';
import { smallWorkload } from './workloads.mjs';

/** The outputs that GradBench's evals expect where `manual` has none. */
const EXPECTED = {
  square: (x) => x * x,
  double: (x) => 2 * x,
  particle: () => 0.2071918746486116,
  saddle: () => Array(4).fill(8.246324826140356e-6),
};

const [checkout] = process.argv.slice(2);
if (checkout === undefined) throw new Error('give the path of a checkout of GradBench');
const folder = mkdtempSync(join(tmpdir(), 'gradbench-'));

/** Returns the output of `manual` for a function. */
function manual(module, fun, input) {
  const file = join(folder, 'input.json');
  writeFileSync(file, JSON.stringify(input));
  const tool = join(checkout, 'tools/manual/bin', module);
  const { stdout, stderr, status, error } = spawnSync(tool, [file, fun], { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(stderr);
  return JSON.parse(stdout.split('\n')[0]);
}

/** Returns the messages of an eval's session, and what a tool responds to each. */
function session(module) {
  const { description, input: made } = smallWorkload(module);
  const input = typeof made === 'number' ? made : { ...made, min_runs: 2, min_seconds: 0 };
  const rounds = [
    [{ kind: 'start', eval: module }, {}],
    [{ kind: 'define', module }, { success: true }],
  ];
  for (const fun of Object.keys(EVALS[module].functions)) {
    const expected = EXPECTED[fun] ?? EXPECTED[module];
    const output = expected === undefined ? manual(module, fun, input) : expected(input);
    rounds.push([
      { kind: 'evaluate', module, function: fun, input, description },
      { success: true, output },
    ]);
    rounds.push([{ kind: 'analysis', of: rounds.length - 1, valid: true }, {}]);
  }
  return rounds.flatMap(([message, response], id) => [
    { message: { id, ...message } },
    { response: { id, ...response } },
  ]);
}

for (const module of Object.keys(EVALS)) {
  const lines = session(module).map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(new URL(`sessions/${module}.jsonl`, import.meta.url), lines.join(''));
}
rmSync(folder, { recursive: true });
