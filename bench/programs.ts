/**
 * Measures programs of many kinds beside their primal as an expert writes it in JavaScript. A program is written as its
 * reader would write it. `×` is time over that of the hand-written primal; times are processor time. The values are
 * compared with those of the hand-written primal, and the gradients twice: at the small inputs in the program's text
 * with those of the machine's trace, and at the inputs that are timed with the slope of the value along a direction.
 *
 * `npm run bench programs:tree,heat` measures some of them; with `--ir` it prints what they are compiled to.
 */
import { traceAnf } from '../src/ad/abadi-plotkin/anf/engine';
import { printProgram } from '../src/compile/ir/print';
import { realValues } from '../src/semantics/present';
import { drain } from '../src/semantics/task';
import { primalOf } from '../src/semantics/value';
import { apart, type Settled } from './measure/apart';
import { type Contestant, costOf, here, interleave, type Racer, relativeError } from './measure/rounds';
import {
  BUDGET,
  gradientOf,
  moduleSize,
  peakOf,
  type Program,
  runsOf,
  slopeError,
  type Subject,
  subjectOf,
  toModule,
  valueOf,
  type Values,
} from './measure/subject';
import { bytes, digits, exponent, printTable, times } from './measure/table';

const TIMING = { rounds: 11, slice: 15, warm: 300 };

/** The geometric mean of gradient over hand-written primal, and the largest. */
const GOALS = { mean: 4, most: 10, own: 4 };

/** A program by hand: the inputs with which it is measured, which of them are data, and its primal. */
interface Hand {
  readonly values: Values;
  readonly data?: readonly string[];
  readonly primal: () => number;
}

interface Measured {
  readonly hand: number;
  readonly primal: number;
  readonly gradient: number;
  readonly error: number;
  readonly gradientError: number;
  readonly slopeError: number;
  readonly compile: number;
  readonly module: number;
  readonly memory: number;
}

const TEXTS = import.meta.glob<string>('./programs/*.pbk', { query: '?raw', import: 'default', eager: true });
const HANDS = import.meta.glob<() => Hand>('./programs/*.mjs', { import: 'make', eager: true });

const NAMES = Object.keys(TEXTS).map((path) => path.replace(/^.*\/|\.pbk$/g, ''));

function given(name: string): { readonly program: Program; readonly hand: Hand } {
  const text = TEXTS[`./programs/${name}.pbk`];
  const make = HANDS[`./programs/${name}.mjs`];
  if (text === undefined || make === undefined) throw new Error(`there is no program ${name}`);
  const hand = make();
  return { program: { text, data: hand.data ?? [] }, hand };
}

const rivals = (name: string): readonly Contestant[] => [{ name: 'hand', run: given(name).hand.primal }];

async function measure(name: string, rivals: readonly Racer[]): Promise<Measured> {
  const { program, hand } = given(name);
  const small = subjectOf(program);
  const gradientError = relativeError(gradientOf(small), tracedGradient(small));
  const subject = subjectOf(program, hand.values);
  const error = relativeError(valueOf(subject), [hand.primal()]);
  const { value, gradient } = runsOf(subject);
  const timed = await interleave(
    [...rivals, here({ name: 'primal', run: value }), here({ name: 'gradient', run: gradient })],
    TIMING,
  );
  const time = (contestant: string): number => timed.get(contestant) ?? NaN;
  return {
    hand: time('hand'),
    primal: time('primal'),
    gradient: time('gradient'),
    error,
    gradientError,
    slopeError: slopeError(subject),
    compile: costOf(9, () => toModule(small.main)),
    module: moduleSize(small.compiled),
    memory: peakOf(subject),
  };
}

function tracedGradient({ main, point }: Subject): readonly number[] {
  const outcome = drain(traceAnf.run(main, point, BUDGET));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  const { derivative } = outcome.value;
  return main.parameters.flatMap(({ type }, i) => realValues(derivative[i], type, main.variants).map(primalOf));
}

function row([name, { measured, low, high }]: readonly [string, Settled<Measured>]): readonly string[] {
  const { hand, primal, gradient, error, gradientError, slopeError, compile, module, memory } = measured;
  return [
    name,
    digits(hand),
    times(primal / hand),
    times(gradient / hand, GOALS.most),
    `${times(low)}–${times(high)}`,
    times(gradient / primal, GOALS.own),
    error > 1e-12 ? `! ${exponent(error)}` : exponent(error),
    gradientError > 1e-12 ? `! ${exponent(gradientError)}` : exponent(gradientError),
    slopeError > 1e-6 ? `! ${exponent(slopeError)}` : exponent(slopeError),
    digits(compile),
    bytes(module),
    bytes(memory),
  ];
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((total, value) => total + Math.log(value), 0) / values.length);
}

if (process.argv[2] === '--ir') {
  for (const name of process.argv.slice(3)) {
    const { program, hand } = given(name);
    console.log(`${name}\n\n${printProgram(subjectOf(program, hand.values).compiled.ir)}`);
  }
} else {
  const found = await apart<Measured>(NAMES, {
    rivals,
    measure,
    processes: 3,
    ratio: ({ gradient, hand }) => gradient / hand,
  });
  const measured = found.flatMap(([name, each]) => (typeof each === 'string' ? [] : [[name, each] as const]));
  console.log(
    '\nprograms beside their primal in hand-written JavaScript (medians of 11 interleaved rounds, the middle of three processes)',
  );
  printTable(
    [
      'program',
      'hand primal ms',
      'our primal ×',
      'our gradient ×',
      'range',
      'gradient / own primal',
      'value error',
      'gradient error',
      'slope error',
      'compile ms',
      'module',
      'memory',
    ],
    measured.map(row),
  );
  for (const [name, each] of found) if (typeof each === 'string') console.log(`  ! ${name}: ${each}`);
  const done = measured.map(([, each]) => each.measured);
  const ratios = done.map(({ hand, gradient }) => gradient / hand);
  const own = done.map(({ primal, gradient }) => gradient / primal);
  const primals = done.map(({ hand, primal }) => primal / hand);
  console.log(`\n  ${done.length} of ${found.length} programs ran; the means are of these`);
  console.log(`  primal: geometric mean ${times(geometricMean(primals))}, largest ${times(Math.max(...primals))}`);
  console.log(
    `  gradient: geometric mean ${times(geometricMean(ratios), GOALS.mean)} (goal ${GOALS.mean}), largest ${times(Math.max(...ratios), GOALS.most)} (goal ${GOALS.most})`,
  );
  console.log(
    `  gradient over own primal: geometric mean ${times(geometricMean(own))}, largest ${times(Math.max(...own), GOALS.own)} (goal ${GOALS.own})`,
  );
}
