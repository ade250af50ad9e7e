/**
 * Measures compiled gradients beside derivatives that an expert wrote by hand in JavaScript, on six workloads. Each
 * workload has processes of its own, in which the contestants take turns, hand-written code in a worker (`apart.ts`). `× primal` is time over that of the
 * hand-written primal; times are processor time.
 */
import { apart, type Settled } from './measure/apart';
import { costOf, here, interleave, type Racer, relativeError } from './measure/rounds';
import {
  gradientOf,
  moduleSize,
  peakOf,
  placed,
  runsOf,
  subjectOf,
  toModule,
  valueOf,
  type Subject,
} from './measure/subject';
import { bytes, digits, exponent, printTable, times } from './measure/table';
import { WORKLOADS, type Workload } from './peers/workloads';

const TIMING = { rounds: 15, slice: 20, warm: 300 };

interface Measured {
  readonly name: string;
  readonly operations: number;
  readonly goal: number | undefined;
  readonly hand: number;
  readonly reverse: number;
  readonly ownPrimal: number;
  readonly gradient: number;
  readonly error: number;
  readonly textToModule: number;
  readonly coreToModule: number;
  readonly module: number;
  readonly memory: number;
}

function workload(name: string): Workload {
  const made = WORKLOADS[name];
  if (made === undefined) throw new Error(`there is no workload ${name}`);
  return made();
}

async function measure(workload: Workload, rivals: readonly Racer[]): Promise<Measured> {
  const { name, goal, operations, program, values, inside } = workload;
  const subject = subjectOf(program, values);
  const own = inside === undefined ? subject : subjectOf(inside.program, inside.values);
  const reverse = Array.from(workload.reverse());
  const error = relativeError((inside === undefined ? gradientOf : valueOf)(subject), reverse);
  const times = await raced(rivals, subject, own);
  const time = (contestant: string): number => times.get(contestant) ?? NaN;
  const example = placed(program).main;
  return {
    name,
    operations,
    goal,
    hand: time('hand primal'),
    reverse: time('hand reverse'),
    ownPrimal: time('primal'),
    gradient: time('gradient'),
    error,
    textToModule: costOf(9, () => toModule(placed(program).main)),
    coreToModule: costOf(9, () => toModule(example)),
    module: moduleSize(subject.compiled),
    memory: peakOf(subject),
  };
}

function raced(rivals: readonly Racer[], subject: Subject, own: Subject): Promise<ReadonlyMap<string, number>> {
  const runs = runsOf(subject);
  return interleave(
    [
      ...rivals,
      here({ name: 'primal', run: own === subject ? runs.value : runsOf(own).value }),
      here({ name: 'gradient', run: own === subject ? runs.gradient : runs.value }),
    ],
    TIMING,
  );
}

function row({ measured: each, low, high }: Settled<Measured>): readonly string[] {
  const { name, operations, goal, hand, reverse, ownPrimal, gradient, error, module, memory } = each;
  return [
    name,
    operations.toLocaleString('en'),
    digits(hand),
    times(reverse / hand),
    times(ownPrimal / hand),
    times(gradient / hand, goal),
    `${times(low)}–${times(high)}`,
    goal === undefined ? '' : goal.toFixed(1),
    times(gradient / ownPrimal, 4),
    error > 1e-12 ? `! ${exponent(error)}` : exponent(error),
    digits(each.textToModule),
    digits(each.coreToModule),
    bytes(module),
    bytes(memory),
  ];
}

const measured = await apart<Measured>(Object.keys(WORKLOADS), {
  rivals: (name) => {
    const { primal, reverse } = workload(name);
    return [
      { name: 'hand primal', run: primal },
      { name: 'hand reverse', run: reverse },
    ];
  },
  measure: (name, rivals) => measure(workload(name), rivals),
  processes: 3,
  ratio: ({ gradient, hand }) => gradient / hand,
});
const rows = [...measured].map(([name, found]) => (typeof found === 'string' ? [name, found] : row(found)));
console.log(
  '\ngradients beside hand-written JavaScript (medians of 15 interleaved rounds, the middle of three processes; ! misses the goal)',
);
printTable(
  [
    'workload',
    'operations',
    'hand primal ms',
    'hand reverse ×',
    'our primal ×',
    'our gradient ×',
    'range',
    'goal',
    'gradient / own primal',
    'error',
    'text → module ms',
    'core → module ms',
    'module',
    'memory',
  ],
  rows,
);
