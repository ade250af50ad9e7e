/**
 * Measures how compiled programs grow: time and memory of a gradient from 10^2 to 10^7 operations, and the time to
 * compile programs of 200 to 5,000 lines. A cliff is a size at which an operation takes more than twice as long as at
 * the best of the smaller sizes.
 */
import { FAMILIES } from './growth/families';
import { notebookOf } from './growth/notebook';
import { apart } from './measure/apart';
import { here, interleave, median, processorTime } from './measure/rounds';
import { BUDGET, compiledOf, coreOf, moduleSize, peakOf, runsOf, slopeError, subjectOf } from './measure/subject';
import { bytes, digits, exponent, printTable, times } from './measure/table';
import { mainOf } from '../src/ad/main';
import { binaryOf } from '../src/compile/run/binary';
import { ModuleInstance } from '../src/compile/run/instance';

const SIZES = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7];
const TIMING = { rounds: 7, slice: 10, warm: 150 };
const GOALS = { own: 4, bytes: 24, cliff: 2, compile: 25 };

/** Generated notebooks by name. */
const NOTEBOOKS = new Map<string, { readonly lines: number; readonly descents: boolean }>(
  [false, true].flatMap((descents) =>
    [200, 1000, 5000].map((lines) => [`compile-${lines}${descents ? '-descents' : ''}`, { lines, descents }] as const),
  ),
);

interface Size {
  readonly operations: number;
  readonly primal: number;
  readonly gradient: number;
  readonly memory: number;
  readonly error: number;
}

interface Compiling {
  readonly lines: number;
  readonly descents: boolean;
  readonly first: { readonly text: number; readonly core: number };
  readonly later: { readonly text: number; readonly core: number };
  readonly module: number;
}

type Found =
  | { readonly tag: 'sizes'; readonly sizes: readonly (Size | string)[] }
  | { readonly tag: 'compiling'; readonly found: Compiling };

async function measure(name: string): Promise<Found> {
  const notebook = NOTEBOOKS.get(name);
  if (notebook !== undefined) return { tag: 'compiling', found: compiling(notebook.lines, notebook.descents) };
  const sizes: (Size | string)[] = [];
  for (const operations of SIZES) sizes.push(await sized(name, operations));
  return { tag: 'sizes', sizes };
}

async function sized(name: string, wanted: number): Promise<Size | string> {
  const family = FAMILIES[name];
  if (family === undefined) throw new Error(`there is no family ${name}`);
  const { values, operations } = family.sized(wanted);
  try {
    const subject = subjectOf(family.program, values);
    const runs = runsOf(subject);
    const timed = await interleave(
      [here({ name: 'primal', run: runs.value }), here({ name: 'gradient', run: runs.gradient })],
      TIMING,
    );
    return {
      operations,
      primal: timed.get('primal') ?? NaN,
      gradient: timed.get('gradient') ?? NaN,
      memory: peakOf(subject),
      error: slopeError(subject),
    };
  } catch (thrown) {
    return `${exponent(wanted)} operations: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}

function compiling(lines: number, descents: boolean): Compiling {
  const text = notebookOf(lines, descents);
  const once = () => {
    const start = processorTime();
    const found = mainOf(coreOf(text));
    if (found === undefined) throw new Error('there is nothing to differentiate');
    const between = processorTime();
    const compiled = compiledOf(found.main);
    new ModuleInstance(binaryOf(compiled.emitted));
    const end = processorTime();
    return { compiled, text: end - start, core: end - between };
  };
  const first = once();
  const ended = first.compiled.gradient([0.7, 0.3], 1, BUDGET).tag;
  if (ended !== 'values') throw new Error(`the gradient ended in: ${ended}`);
  const start = performance.now();
  while (performance.now() - start < 4000) once();
  const later = Array.from({ length: 7 }, once);
  return {
    lines: text.split('\n').length,
    descents,
    first: { text: first.text, core: first.core },
    later: { text: median(later.map((run) => run.text)), core: median(later.map((run) => run.core)) },
    module: moduleSize(first.compiled),
  };
}

function printSizes(name: string, sizes: readonly (Size | string)[]): void {
  console.log(`\n${name}`);
  const done = sizes.filter((size) => typeof size !== 'string');
  const each = done.map(({ gradient, operations }) => (gradient / operations) * 1e6);
  const rows = done.map(({ operations, primal, gradient, memory, error }, i) => {
    const best = Math.min(...each.slice(0, i));
    const nanoseconds = each[i] ?? NaN;
    // At a few hundred operations the call itself takes longer than they do; that is no cliff.
    const isCliff = nanoseconds > GOALS.cliff * best;
    const perOperation = memory / operations;
    const tooMuch = operations > 10_000 && perOperation > GOALS.bytes;
    return [
      operations.toLocaleString('en'),
      digits(primal),
      digits((primal / operations) * 1e6),
      digits(gradient),
      `${isCliff ? '! ' : ''}${digits(nanoseconds)}`,
      times(gradient / primal, GOALS.own),
      bytes(memory),
      `${tooMuch ? '! ' : ''}${digits(perOperation)}`,
      error > 1e-6 ? `! ${exponent(error)}` : exponent(error),
    ];
  });
  printTable(
    ['operations', 'primal ms', 'ns each', 'gradient ms', 'ns each', 'ratio', 'memory', 'bytes each', 'slope error'],
    rows,
  );
  for (const size of sizes) if (typeof size === 'string') console.log(`  ! ${size}`);
}

function printCompiling(found: readonly Compiling[]): void {
  console.log(
    `\ncompiling generated notebooks, in ms of processor time (goal ${GOALS.compile} for 200 lines from the core)`,
  );
  printTable(
    ['lines', 'first: text', 'first: core', 'later: text', 'later: core', 'later: core, µs a line', 'module'],
    found.map(({ lines, descents, first, later, module }) => [
      `${lines.toLocaleString('en')}${descents ? ', with descents' : ''}`,
      digits(first.text),
      digits(first.core),
      digits(later.text),
      `${lines < 300 && later.core > GOALS.compile ? '! ' : ''}${digits(later.core)}`,
      digits((later.core / lines) * 1000),
      bytes(module),
    ]),
  );
}

const names = [...Object.keys(FAMILIES), ...NOTEBOOKS.keys()];
const found = await apart<Found>(names, { rivals: () => [], measure, processes: 1, ratio: () => 1 });
console.log('\ngrowth of value and gradient (medians of 7 interleaved rounds; ! misses a goal, or is a cliff)');
const compiled: Compiling[] = [];
for (const [name, each] of found) {
  if (typeof each === 'string') console.log(`\n! ${name}: ${each}`);
  else if (each.measured.tag === 'sizes') printSizes(name, each.measured.sizes);
  else compiled.push(each.measured.found);
}
printCompiling(compiled);
