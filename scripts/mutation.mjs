/**
 * Mutation of every derivative rule: `npm run test:mutation`. Stryker changes one place of the rules at a time (an operator,
 * a condition, a block, an array) and runs the tests that reach it. A change that no test notices is a hole in the tests,
 * unless `equivalent-mutants.mjs` says why it changes nothing. All holes are printed; more than `TOLERATED` fail.
 * The partial derivatives are terms of the operations table: their mutants are in `table.test.ts`, and none is tolerated.
 * `npm run test:mutation -- src/semantics/sweep.ts` takes some files alone.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { EQUIVALENT } from './equivalent-mutants.mjs';

const RULES = [
  'src/semantics/{sweep,derivative,trace,emit,delta,delta-traced,operate,reals,rules-derivatives}.ts',
  'src/ad/dual/{operations,translate,block,rules,polytypic}.ts',
  'src/ad/reverse/{wrapper,polytypic,graph,engine,rules}.ts',
  'src/ad/forward/{rules,wrapper}.ts',
  'src/ad/trace/!(*.test).ts',
  'src/ad/trace/literal/!(*.test).ts',
  'src/semantics/{machine,rules-bounded}.ts',
  'src/ad/numeric/!(*.test).ts',
  'src/language/operations/!(*.test).ts',
];

/** The share of the mutants that may survive. */
const TOLERATED = 0.1;

// Fixed seeds, few cases, and no test whose point is its size: the same answer every time, in minutes.
delete process.env.PULLBACK_SEED;
delete process.env.PULLBACK_LONG;
process.env.PULLBACK_RUNS = '8';
process.env.PULLBACK_MUTATION = '1';

const files = process.argv.slice(2);
const mutants = await new Stryker({
  mutate: files.length > 0 ? files : RULES,
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), './scripts/mutation-ignorer.mjs'],
  ignorers: ['texts-and-faults'],
  mutator: { excludedMutations: ['StringLiteral', 'OptionalChaining', 'Regex'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true, // what runs once, when a module is loaded: the rows of the table
  concurrency: Number(process.env.PULLBACK_WORKERS ?? 2),
  timeoutMS: 5000,
  tempDirName: '.stryker-tmp',
  cleanTempDir: 'always',
  ignorePatterns: ['.*', 'dist', 'docs', 'e2e', 'bench', 'test-results'],
  reporters: ['progress-append-only'],
}).runMutationTest();

const texts = new Map();
function lineAt(file, line) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8').split('\n'));
  return texts.get(file)[line - 1].trim();
}

const counts = { killed: 0, survived: 0, equivalent: 0 };
const unused = new Set();
for (const { fileName, location, replacement, status } of mutants) {
  if (status === 'Ignored') continue;
  const file = relative('.', fileName);
  const known = EQUIVALENT[file] ?? [];
  if (!texts.has(file)) for (const entry of known) unused.add(entry);
  const { line } = location.start;
  const at = lineAt(file, line);
  const becomes = replacement.replaceAll(/\s+/g, ' ');
  if (status !== 'Survived' && status !== 'NoCoverage') {
    counts.killed++;
    continue;
  }
  const entry = known.find((each) => each.at === at && each.becomes.includes(becomes));
  unused.delete(entry);
  counts[entry === undefined ? 'survived' : 'equivalent']++;
  if (entry === undefined)
    console.log(`${file}:${line} ${status === 'Survived' ? 'survives' : 'is reached by no test'}: ${becomes}\n  ${at}`);
}
const { killed, survived, equivalent } = counts;
const share = survived / Math.max(1, killed + survived);
console.log(
  `${killed} mutants killed, ${survived} survived (${(100 * share).toFixed(1)}%), ${equivalent} known to change nothing`,
);
for (const { at, becomes } of unused) console.log(`no longer needed in equivalent-mutants.mjs: ${at} (${becomes[0]})`);
if (killed === 0 || share > TOLERATED) process.exitCode = 1;
