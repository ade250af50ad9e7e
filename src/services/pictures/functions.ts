import { compiledOf, isAllowed, lifted } from '../../ad/compiled/prepared';
import { mainOf } from '../../ad/main';
import type { Answer, Compiled } from '../../compile/compile';
import { compileLong, type LongProgram } from '../../compile/long-run';
import { Unsupported } from '../../compile/unsupported';
import { apply, real, int, variable } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreInput, CoreItem, CoreProgram, Term } from '../../language/core/tree';
import { once } from '../../language/source/once';
import type { Span } from '../../language/source/span';
import { sameType } from '../../language/types/structure';
import { INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import type { PictureHandle } from '../../protocol/picture';
import { type Sampler, sampler, type SamplerOutcome } from '../../semantics/sampler';
import { compile } from '../../semantics/compile';
import { run, type RunOutcome } from '../../semantics/evaluate';
import { type Budget, type Outcome, PAGE_BUDGET } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { Items, primalOf, type Value } from '../../semantics/value';
import { longestStretch, workingTime } from '../../semantics/working-time';
import { needed } from '../needed';
import type { InputValues } from '../program';
import { timeLimit } from '../unfinished';
import { apartOf } from './apart';
import { ALL_OF, DATA_OF, VALUE_AT } from './texts';
import { writtenTerm } from './written-term';

export type Output = Extract<CoreItem, { tag: 'output' }>;

/** A program that evaluates a picture, and then its functions where its last inputs say. */
interface Sampling {
  readonly core: CoreProgram;
  /** The names of its last inputs: the index of a mark, x and y. */
  readonly place: readonly string[];
}

/**
 * Returns the program that evaluates the picture which an item puts out: what it holds, then the value of a function at one
 * place; or with `isAll`, as one output, what it holds and the values at the places in arrays.
 */
function samplingOf(core: CoreProgram, picture: Output, isAll: boolean): Sampling {
  const fresh = freshNames(usedNamesOfProgram(core));
  const { term, origin } = picture;
  const { type } = term;
  const name = fresh('picture');
  const place = [fresh('index'), fresh('x'), fresh('y')];
  const reals: readonly [Type, Term] = isAll
    ? [REALS, { tag: 'sequence', items: [], type: REALS, origin }]
    : [REAL, real(0)];
  const inputs = place.map((label, i): CoreInput => {
    const [of, value] = i === 0 ? [INT, int(0)] : reals;
    return { tag: 'input', name: label, type: of, value, range: undefined, origin };
  });
  const shown = variable(name, type, origin);
  const applied = (text: string): Term => apply(refresh(writtenTerm(text), fresh), shown);
  const values = inputs.reduce<Term>(
    (callee, input) => apply(callee, variable(input.name, input.type, origin)),
    applied(isAll ? ALL_OF : VALUE_AT),
  );
  const items: readonly CoreItem[] = [
    ...neededBy(core, picture),
    { tag: 'let', pattern: { tag: 'variable', name, type, origin }, value: term, origin },
    ...(isAll ? [] : [{ tag: 'output', term: applied(DATA_OF), origin } as const]),
    ...inputs,
    { tag: 'output', term: values, origin },
  ];
  return { core: { ...core, items }, place };
}

/** Returns the items that an output needs. */
function neededBy(core: CoreProgram, picture: Output): readonly CoreItem[] {
  return needed(core, (item) => item === picture).items.slice(0, -1);
}

/** Returns the program that evaluates the picture which an item puts out, and puts out what it holds. */
export function dataOf(core: CoreProgram, picture: Output): CoreProgram {
  const { term, origin } = picture;
  const data = refresh(writtenTerm(DATA_OF), freshNames(usedNamesOfProgram(core)));
  return { ...core, items: [...neededBy(core, picture), { tag: 'output', term: apply(data, term), origin }] };
}

const POINT: Type = product([REAL, REAL]);
const REALS: Type = sequenceType('array', REAL);

/** An output that is a picture, as a program for the machine and as compiled code; each is made once. */
export class PictureProgram {
  /** Whether the machine has taken long, so that compiled code comes first. */
  isSlow = false;
  /** Whether compiled code has taken too long without a pause. */
  private isLong = false;
  /** Whether what the picture is drawn from is too large to be computed apart. */
  private isWhole = false;
  private readonly core: CoreProgram;
  private readonly output: Output;

  constructor(core: CoreProgram, output: Output) {
    this.core = core;
    this.output = output;
  }

  get origin(): Span {
    return this.output.origin;
  }

  private readonly forMachine = once(() => {
    const { core, place } = samplingOf(this.core, this.output, false);
    const names = inputNames(core);
    return { executable: compile(core), place, names };
  });

  private readonly forInputs = once(() => {
    const { core } = samplingOf(this.core, this.output, false);
    return compile(needed(core, ({ tag }) => tag === 'input'));
  });

  /** The inputs of type `real * real`: their names in the core and as written. */
  private readonly points = once(() =>
    neededBy(this.core, this.output).flatMap((item) =>
      item.tag === 'input' && sameType(item.type, POINT) ? [{ name: item.name, label: item.label ?? item.name }] : [],
    ),
  );

  private readonly apart = once(() => {
    const apart = apartOf(this.core, this.output);
    const code = apart && this.codeOf(apart.rest);
    return code && { ...apart, code };
  });

  private readonly whole = once(() => this.codeOf(this.core));

  /** Returns a program that evaluates the picture and one of its functions as compiled code; undefined if there is none. */
  private codeOf(program: CoreProgram) {
    if (!isAllowed) return undefined;
    const { core, place } = samplingOf(program, this.output, true);
    const main = mainOf(core)?.main;
    const code = main === undefined ? undefined : compiledOf(main, 'none');
    if (main === undefined || code === undefined || code instanceof Unsupported) return undefined;
    const { subject, values } = lifted(main);
    return { main, code, place, data: values, pausing: once(() => compileLong(subject)) };
  }

  /** Evaluates the picture on the machine. */
  *start(inputs: InputValues, budget: Budget): Task<SamplerOutcome> {
    const { executable, place, names } = this.forMachine();
    return yield* sampler(executable, place, { budget, inputs: chosen(inputs, names) });
  }

  /** Returns the inputs that are points, with their values. */
  *handles(inputs: InputValues, budget: Budget): Task<readonly PictureHandle[]> {
    if (this.points().length === 0) return [];
    const ran = yield* this.inputsOnly(inputs, budget);
    if (ran.tag !== 'ok') return [];
    return this.points().map(({ name, label }) => {
      const [x = NaN, y = NaN] = ran.value.inputs.get(name) as readonly number[]; // a pair of reals
      return { name: label, x, y };
    });
  }

  private inputsOnly(inputs: InputValues, budget: Budget): Task<RunOutcome> {
    return run(this.forInputs(), { budget, inputs: chosen(inputs, this.forMachine().names), tracing: 'none' });
  }

  /** Returns a function that runs the compiled code with these inputs; undefined if there is none. */
  *ready(inputs: InputValues, budget: Budget): Task<RunCompiled | undefined> {
    yield;
    const ran = yield* this.inputsOnly(inputs, budget);
    if (ran.tag !== 'ok') return undefined;
    const apart = this.isWhole ? undefined : this.apart();
    const from = apart && (yield* apart.values(ran.value.inputs, budget));
    if (from === 'time') return late;
    if (apart !== undefined && from === undefined) return undefined;
    this.isWhole ||= from === 'large';
    const made = apart === undefined || this.isWhole ? this.whole() : apart.code;
    if (made === undefined) return undefined;
    const { main, place, data } = made;
    const known = from === 'large' || from === undefined ? ran.value.inputs : new Map([...ran.value.inputs, ...from]);
    return (mark, xs, ys, seconds) => {
      const places = new Map<string, Value>(place.map((name, i) => [name, [mark, new Items(xs), new Items(ys)][i]]));
      const given = main.parameters.map(({ name }) => (places.has(name) ? places.get(name) : known.get(name)));
      return this.runs(made, [...given, ...data], { ...budget, seconds }, xs.length === 0);
    };
  }

  /**
   * Runs compiled code: as it is, which is quicker, and with pauses once that has taken too long without any function being
   * sampled. It could not pause within a sample.
   */
  private *runs(
    { code, pausing }: CompiledPicture,
    given: readonly Value[],
    budget: Budget,
    isWithoutSamples: boolean,
  ): Task<Answer> {
    const deadline = workingTime() + 1000 * budget.seconds;
    if (!this.isLong) {
      const seconds = Math.min(budget.seconds, longestStretch(), isWithoutSamples ? UNPAUSED : Infinity);
      const answer = code.value(given, { ...budget, seconds, steps: UNPAUSED_STEPS });
      const isCut = answer.tag === 'steps' || (answer.tag === 'time' && seconds < budget.seconds);
      if (!isCut || !isWithoutSamples) return answer;
      this.isLong = true;
      yield;
    }
    const long = pausing();
    if (long instanceof Unsupported) return { tag: 'time' };
    const run = long.start(given, { ...budget, steps: Number.MAX_SAFE_INTEGER });
    for (;;) {
      const answer = run.stretch(STRETCH, 1000 * longestStretch());
      if (answer !== 'paused') return answer;
      if (workingTime() > deadline) return { tag: 'time' };
      yield;
    }
  }
}

interface CompiledPicture {
  readonly code: Compiled;
  readonly pausing: () => LongProgram | Unsupported;
}

type RunCompiled = (mark: number, xs: Float64Array, ys: Float64Array, seconds: number) => Task<Answer>;

/** Answers that the definitions from which the picture is drawn took all the time. */
function* late(): Task<Answer> {
  yield;
  return { tag: 'time' };
}

export function inputNames({ items }: CoreProgram): ReadonlySet<string> {
  return new Set(items.flatMap((item) => (item.tag === 'input' ? [item.name] : [])));
}

/** Returns the values of the named inputs. */
export function chosen(inputs: InputValues, names: ReadonlySet<string>): InputValues {
  return new Map([...inputs].filter(([name]) => names.has(name)));
}

/** What takes the machine longer than this, in milliseconds, is compiled. */
const LONG = 30;
/** The seconds that the machine has for a picture before it is compiled. */
const HEAD_START = 0.2;
/** The seconds that compiled code has for a picture without a pause, and the milliseconds between two pauses. */
const UNPAUSED = 0.3;
/** Its steps: a loop takes those of all its rounds before the first, and does not look at the clock if they are simple. */
const UNPAUSED_STEPS = PAGE_BUDGET.steps;
const STRETCH = 6;
/** Samples from whose time that of the others is estimated. */
const FIRST = 16;
/** Into how many parts a batch is divided where the function is undefined somewhere. */
const PARTS = 16;
const NOWHERE_AT_ALL = new Float64Array(0);

/** Places where a function is sampled, and its values; NaN where it is undefined, and where time ran out. */
interface Batch {
  readonly mark: number;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly values: Float64Array<ArrayBuffer>;
}

/** One evaluation of a picture, within a budget: what it holds, and its functions by the index of their mark. */
export class Evaluation {
  /** Whether time ran out. */
  isLate = false;
  private readonly program: PictureProgram;
  private readonly inputs: InputValues;
  private readonly budget: Budget;
  private readonly deadline: number;
  private machine: Sampler | undefined;
  private runCompiled: RunCompiled | undefined;

  constructor(program: PictureProgram, inputs: InputValues, budget: Budget) {
    this.program = program;
    this.inputs = inputs;
    this.budget = budget;
    this.deadline = workingTime() + 1000 * budget.seconds;
  }

  /** Evaluates the picture. Returns the array of its marks, as PLAIN writes them, or why there is none. */
  *data(): Task<Outcome<Value>> {
    const { program, budget } = this;
    const isFirst = isAllowed && !program.isSlow;
    if (program.isSlow) {
      this.runCompiled = yield* program.ready(this.inputs, budget);
      if (this.runCompiled !== undefined) {
        const answer = yield* this.runCompiled(0, NOWHERE_AT_ALL, NOWHERE_AT_ALL, budget.seconds);
        yield;
        // With no place to sample, the index of the mark does not matter unless there is no mark.
        if (answer.tag === 'values') return { tag: 'ok', value: (answer.values[0] as readonly Value[])[0] };
        if (answer.tag === 'time' && workingTime() > this.deadline) return this.late();
        this.runCompiled = undefined;
      }
    }
    const began = workingTime();
    const left = Math.max(0, this.deadline - began) / 1000;
    const seconds = isFirst ? Math.min(HEAD_START, left) : left;
    const started = yield* program.start(this.inputs, { ...budget, seconds });
    program.isSlow ||= workingTime() - began > LONG;
    if (started.tag !== 'ok') return started.diagnostic.code === 'budget-time' ? this.late() : started;
    this.machine = started.sampler;
    return { tag: 'ok', value: started.outputs[0] };
  }

  private late(): Outcome<Value> {
    return { tag: 'stopped', diagnostic: timeLimit(this.program.origin, this.budget.seconds) };
  }

  /** Returns the values of a mark's function at places; NaN where it is undefined, and where time ran out. */
  *at(mark: number, xs: Float64Array, ys: Float64Array): Task<Float64Array<ArrayBuffer>> {
    const { length } = xs;
    const batch: Batch = { mark, xs, ys, values: new Float64Array(length).fill(NaN) };
    let first = 0;
    if (this.runCompiled === undefined) {
      first = Math.min(FIRST, length);
      const began = workingTime();
      yield* this.byMachine(batch, 0, first);
      const rest = ((workingTime() - began) / first) * (length - first);
      if (rest > LONG) this.runCompiled = yield* this.program.ready(this.inputs, this.budget);
      if (this.runCompiled !== undefined) this.program.isSlow = true;
    }
    if (yield* this.byCompiled(batch, first, length)) return batch.values;
    const size = Math.ceil((length - first) / PARTS);
    for (let from = first; from < length && !this.isLate; from += size) {
      const to = Math.min(length, from + size);
      yield;
      if (!(yield* this.byCompiled(batch, from, to))) yield* this.byMachine(batch, from, to);
    }
    return batch.values;
  }

  private *byMachine({ mark, xs, ys, values }: Batch, from: number, to: number): Task<void> {
    if (this.machine === undefined) {
      const started = yield* this.program.start(this.inputs, this.budget);
      if (started.tag !== 'ok') return;
      this.machine = started.sampler;
    }
    for (let i = from; i < to; i++) {
      this.isLate ||= workingTime() > this.deadline;
      if (this.isLate) return;
      values[i] = yield* this.machine.at(mark, xs[i] ?? NaN, ys[i] ?? NaN);
      yield;
    }
  }

  /** Returns whether compiled code has sampled a part of the places, or time ran out. */
  private *byCompiled({ mark, xs, ys, values }: Batch, from: number, to: number): Task<boolean> {
    if (this.runCompiled === undefined) return false;
    const seconds = (this.deadline - workingTime()) / 1000;
    const answer = yield* this.runCompiled(mark, xs.slice(from, to), ys.slice(from, to), seconds);
    if (answer.tag === 'time') this.isLate = true;
    if (answer.tag === 'values') {
      const found = (answer.values[0] as readonly Value[])[1];
      if (found instanceof Items) values.set(Float64Array.from(found.items, primalOf), from);
    }
    return answer.tag === 'values' || answer.tag === 'time';
  }
}
