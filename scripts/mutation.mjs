/**
 * Tests by mutation of every derivative rule and every pass of the compiler: `npm run test:mutation`. Stryker changes one place of the rules at a time
 * (an operator, a condition, a block, an array) and runs the tests that reach it. A change that no test detects is a
 * gap in the tests, unless `equivalent-mutants.mjs` says why it changes nothing. Gaps are printed as they are found;
 * more than `TOLERATED` fail. The machine is left out, because a wrong value there fails every test. The partial
 * derivatives are terms of the operations table: their mutants are in `table.test.ts`, and none is tolerated. `npm run
 * test:mutation -- src/semantics/sweep.ts` mutates only some files; `-- --check` only checks that the named files and
 * lines exist; `-- --sample` mutates a random part, as the long run does, because all of it takes hours.
 */
import { Stryker } from '@stryker-mutator/core';
import { missing, sample } from './mutation-files.mjs';
import { tally } from './mutation-plugins.mjs';

const RULES = [
  'src/semantics/{sweep,derivative,native,trace,emit,delta,delta-node,delta-traced,tape,operate,reals,rules-derivatives}.ts',
  'src/ad/translation/{close,do-block,no-monad,operations,rules,translate,types}.ts',
  'src/ad/krawiec/{rules,wrappers}/!(*.test).ts',
  'src/ad/translation/polytypic/!(*.test).ts',
  'src/ad/krawiec/!(*.test|forward-engine|prepared).ts',
  'src/ad/differentiable-curry/!(*.test|print|show).ts',
  'src/ad/differentiable-curry/machine/!(*.test).ts',
  'src/semantics/jets/!(*.test).ts',
  'src/ad/taylor/!(*.test).ts',
  'src/ad/abadi-plotkin/{anf,literal}/!(*.test).ts',
  'src/semantics/rules-bounded.ts',
  'src/ad/numeric/!(*.test).ts',
  'src/ad/inner/!(*.test).ts',
  'src/ad/own/!(*.test).ts',
  'src/language/operations/!(*.test).ts',
  'src/compile/flatten/!(*.test).ts',
  'src/compile/differentiate/!(*.test|differentiated).ts',
  'src/compile/optimise/!(*.test|optimise).ts',
  'src/compile/optimise/updates/!(*.test).ts',
  'src/compile/emit/!(*.test).ts',
  'src/compile/ir/{blocks,by-id,check,check-kinds,check-kept,copy,free}.ts',
];

/** The share of the mutants that may survive. */
const TOLERATED = 0.1;
/** The share of the rules that a sample mutates: one to two hours on two cores. */
const SAMPLED = 0.02;

const lost = missing(RULES);
if (lost.length > 0) {
  console.error(`not found, but named in mutation.mjs or equivalent-mutants.mjs:\n  ${lost.join('\n  ')}`);
  process.exit(1);
}
if (process.argv.includes('--check')) process.exit();

const isSample = process.argv.includes('--sample');
const seed = Number(process.env.PULLBACK_SEED ?? Date.now() % 2 ** 31);
if (isSample) console.log(`seed ${seed} (PULLBACK_SEED=${seed} mutates the same part)`);

// Fixed seeds, few cases, and no tests of large sizes make the result reproducible.
delete process.env.PULLBACK_SEED;
delete process.env.PULLBACK_LONG;
process.env.PULLBACK_RUNS = '8';
process.env.PULLBACK_MUTATION = '1';

const files = isSample ? sample(RULES, SAMPLED, seed) : process.argv.slice(2);
if (isSample && files.length === 0) throw new Error('the sample is empty: without files, all rules would be mutated');
await new Stryker({
  mutate: files.length > 0 ? files : RULES,
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), './scripts/mutation-plugins.mjs'],
  ignorers: ['texts-and-faults'],
  mutator: { excludedMutations: ['StringLiteral', 'OptionalChaining', 'Regex'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true, // Static code runs once, when a module is loaded: the rows of the table.
  concurrency: Number(process.env.PULLBACK_WORKERS ?? 2),
  timeoutMS: 5000,
  dryRunTimeoutMinutes: 30,
  tempDirName: '.stryker-tmp',
  cleanTempDir: 'always',
  ignorePatterns: ['.*', 'dist', 'docs', 'e2e', 'bench', 'test-results'],
  reporters: ['progress-append-only', 'holes'],
}).runMutationTest();

const { killed, survived, equivalent, unused } = tally();
const share = survived / Math.max(1, killed + survived);
console.log(
  `${killed} mutants killed, ${survived} survived (${(100 * share).toFixed(1)}%), ${equivalent} known to change nothing`,
);
for (const { at, becomes } of isSample ? [] : unused)
  console.log(`no longer needed in equivalent-mutants.mjs: ${at} (${becomes[0]})`);
if (killed === 0 || share > TOLERATED) process.exitCode = 1;
