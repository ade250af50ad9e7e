import { isAllowed, lifted } from '../ad/compiled/prepared';
import { isPicture, wholeOf } from '../ad/main';
import { compileLong, type LongProgram, type LongRun } from '../compile/long-run';
import { Unsupported } from '../compile/unsupported';
import { freshNames } from '../language/core/fresh-names';
import { itemTerms, usedNamesOfProgram, walk } from '../language/core/traverse';
import type { Term } from '../language/core/tree';
import { error } from '../language/source/diagnostic';
import { NOWHERE } from '../language/source/span';
import { isFirstOrder } from '../language/types/structure';
import { compile } from '../semantics/compile';
import { type Run, run, type RunOutcome } from '../semantics/evaluate';
import { outOfMemory, outOfTime } from '../semantics/failure';
import type { WatchSeries } from '../semantics/observe';
import { type Budget, newMeter } from '../semantics/outcome';
import type { MachineState } from '../semantics/state';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import { longestStretch, workingTime } from '../semantics/working-time';
import { needed } from './needed';
import { type InputValues, type Program, reference } from './program';
import { withoutDrawn } from './viewers/pictures';

/** Milliseconds that the machine has before the program is compiled. It needs less for most programs. */
const HEAD_START = 100;
/** Milliseconds of compiled code, for which the machine takes many times as long. */
const TOO_LONG = 200;
/** Milliseconds of compiled code between two pauses. */
const STRETCH = 6;
/** Milliseconds after which the first run of a program reports, if it has recorded something: nothing else is shown yet. */
const FIRST_REPORT = 20;
/** Milliseconds between two reports, and how many times longer than a report that is at least. */
const REPORT_EVERY = 150;
const LEAST_SHARE = 8;

/** How a run went on: it ended, reached its seconds, or was stopped by the reader. */
export type Forward = { readonly tag: 'ended'; readonly outcome: RunOutcome } | { readonly tag: 'limit' | 'stopped' };

export interface ForwardOptions {
  /** The seconds of work, all told, after which it waits. */
  readonly seconds: number;
  readonly isStopped: () => boolean;
  /** Whether it reports early too, and once more before it is compiled. */
  readonly isFirst?: boolean;
  /** Is called now and then. */
  readonly report: () => void;
}

/**
 * A run of a program that can wait and go on, so that nothing is computed twice. The machine begins with it; a program that
 * takes longer is compiled and begins anew, and where it cannot be compiled, or compiled code finds an error, the machine goes on.
 */
export class ValueRun {
  /** Milliseconds of work so far. */
  private spent = 0;
  /** Milliseconds of it in compiled code. */
  private inCompiled = 0;
  private readonly task: Task<RunOutcome>;
  private machine: MachineState | undefined;
  private long: LongRun | undefined;
  private outcome: RunOutcome | undefined;
  /** The machine, if it records a trace and compiled code had the value first. */
  private overtaken: Task<RunOutcome> | undefined;

  constructor(program: Program, inputs: InputValues, budget: Budget, wantTrace: boolean) {
    this.task = this.all(program, inputs, budget, wantTrace);
  }

  get seconds(): number {
    return this.spent / 1000;
  }

  /** Whether it would take the machine too long: compiled code computes it, and that took a while. */
  get isLong(): boolean {
    return this.long !== undefined && this.inCompiled > TOO_LONG;
  }

  /** Whether compiled code runs it, or has. */
  get isCompiled(): boolean {
    return this.long !== undefined;
  }

  /** The records of `watch` so far. Compiled code begins anew, so those of the machine count until it has as many. */
  get series(): readonly WatchSeries[] {
    const byMachine = this.machine?.watches.all() ?? [];
    const compiled = this.long?.series() ?? [];
    return recordsOf(compiled) < recordsOf(byMachine) ? byMachine : compiled;
  }

  /** Goes on with the run. */
  *forward({ seconds, isStopped, isFirst = false, report }: ForwardOptions): Task<Forward> {
    let next = this.spent + (isFirst ? FIRST_REPORT : REPORT_EVERY);
    while (this.outcome === undefined) {
      const began = workingTime();
      const step = this.task.next();
      this.spent += workingTime() - began;
      if (step.done === true) this.outcome = step.value;
      else if (isStopped()) return { tag: 'stopped' };
      else if (this.spent > 1000 * seconds) return { tag: 'limit' };
      else {
        const isEarly = this.spent < HEAD_START;
        if (this.spent > next && !(isEarly && this.series.length === 0)) {
          const start = workingTime();
          report();
          const least = LEAST_SHARE * (workingTime() - start);
          next = isEarly ? Math.max(HEAD_START, this.spent + least) : this.spent + Math.max(REPORT_EVERY, least);
        }
        yield;
      }
    }
    return { tag: 'ended', outcome: this.outcome };
  }

  /**
   * Goes on with the machine that compiled code has overtaken, and returns its run, which has the trace; undefined if there
   * is none. A second call returns undefined.
   */
  *recorded(budget: Budget): Task<RunOutcome | undefined> {
    const { overtaken, machine } = this;
    this.overtaken = undefined;
    const end = workingTime() + 1000 * budget.seconds;
    while (overtaken !== undefined) {
      const step = overtaken.next();
      if (step.done === true) return step.value;
      if (workingTime() > end) machine?.stop(outOfTime(budget));
      else yield;
    }
    return undefined;
  }

  private *all(program: Program, inputs: InputValues, budget: Budget, wantTrace: boolean): Task<RunOutcome> {
    // Whoever drives the run looks at the clock.
    const free = { ...budget, seconds: Infinity, steps: Infinity };
    const machine = reference(program, inputs, free, wantTrace, (state) => {
      this.machine = state;
    });
    const end = workingTime() + (TOOK_LONG.has(program) ? 0 : HEAD_START);
    for (;;) {
      const step = machine.next();
      const isOut = step.done === true && step.value.tag === 'stopped';
      if (step.done === true && !isOut) return step.value;
      if (isOut || workingTime() > end) {
        const outcome = yield* this.compiled(program, inputs, free);
        this.long = outcome === undefined ? undefined : this.long;
        if (wantTrace && !isOut && !this.isLong && outcome?.tag === 'ok') this.overtaken = machine;
        if (outcome !== undefined) return outcome;
        return step.done === true ? step.value : yield* machine;
      }
      yield;
    }
  }

  /** Runs compiled code; undefined if there is none, or if the machine has to say what is wrong. */
  private *compiled(program: Program, inputs: InputValues, budget: Budget): Task<RunOutcome | undefined> {
    yield; // to report, because the compiler takes a while
    const compiled = longOf(program);
    const drawnApart = compiled === undefined && isOnlyPictures(program);
    if (compiled === undefined && !drawnApart) return undefined;
    yield;
    const ofInputs = compile(needed(program.core, ({ tag }) => tag === 'input'));
    const started = yield* run(ofInputs, { budget, inputs, tracing: 'none', watch: true });
    // What is watched on the way to an input would be watched twice.
    if (started.tag !== 'ok' || started.value.series.length > 0) return undefined;
    if (compiled === undefined)
      return { tag: 'ok', value: { ...started.value, outputs: outputsOf(program, undefined), meter: newMeter() } };
    const given = program.core.items.flatMap((item) =>
      item.tag === 'input' ? [started.value.inputs.get(item.name)] : [],
    );
    const long = compiled.program.start([...given, ...compiled.data], { ...budget, steps: Number.MAX_SAFE_INTEGER });
    this.long = long;
    const ended = (outputs: readonly Value[]): Run => ({
      ...started.value,
      outputs,
      series: long.series(),
      meter: newMeter(),
    });
    for (;;) {
      const began = workingTime();
      const answer = long.stretch(STRETCH, 1000 * longestStretch());
      this.inCompiled += workingTime() - began;
      if (answer === 'paused') {
        yield;
        continue;
      }
      if (answer.tag === 'values') {
        TOOK_LONG.add(program);
        return { tag: 'ok', value: ended(outputsOf(program, answer.values[0])) };
      }
      if (answer.tag !== 'memory') return undefined;
      const { code, message, hint } = outOfMemory(budget);
      const span = program.core.items.at(-1)?.origin ?? NOWHERE;
      return { tag: 'stopped', diagnostic: error(code, span, message, { hint }), partial: ended([]) };
    }
  }
}

function recordsOf(series: readonly WatchSeries[]): number {
  return series.reduce((sum, { count }) => sum + count, 0);
}

/** Returns a value for each output of a program, given that of its whole: pictures, which are drawn apart, have none. */
function outputsOf({ core }: Program, whole: Value): readonly Value[] {
  const drawn = core.items.flatMap((item) => (item.tag === 'output' ? [isPicture(item)] : []));
  // Several outputs are a tuple.
  const values = drawn.filter((each) => !each).length === 1 ? [whole] : ((whole ?? []) as readonly Value[]);
  let at = 0;
  return drawn.map((each) => (each ? undefined : values[at++]));
}

/** The programs that compiled code ran to the end: with other inputs the machine does not begin. */
const TOOK_LONG = new WeakSet<Program>();

/**
 * Whether a run has nothing to tell, because all outputs are pictures, which are drawn apart, by compiled code where the
 * machine is slow; and nothing is watched.
 */
function isOnlyPictures({ core: { items } }: Program): boolean {
  const outputs = items.flatMap((item) => (item.tag === 'output' ? [item] : []));
  if (!isAllowed || outputs.length === 0 || !outputs.every(isPicture)) return false;
  return !items.some((item) => itemTerms(item).some(isWatching));
}

function isWatching(term: Term): boolean {
  let found = false;
  walk(term, { enter: ({ tag }) => (found ||= tag === 'watch') });
  return found;
}

interface Long {
  readonly program: LongProgram;
  readonly data: readonly Value[];
}

const COMPILED = new WeakMap<Program, Long | 'declined'>();

/** Returns a program as compiled code that records what it watches; undefined if the compiler does not take it. */
function longOf(program: Program): Long | undefined {
  const known = COMPILED.get(program) ?? compiledNow(program);
  COMPILED.set(program, known);
  return known === 'declined' ? undefined : known;
}

function compiledNow({ core }: Program): Long | 'declined' {
  const hasValue = core.items.some((item) => item.tag === 'output' && !isPicture(item));
  if (!isAllowed || !hasValue) return 'declined';
  const fresh = freshNames(usedNamesOfProgram(core));
  const items = core.items.map((item) =>
    item.tag === 'output' && !isPicture(item) ? { ...item, term: withoutDrawn(item.term, fresh) } : item,
  );
  const whole = wholeOf({ ...core, items });
  // Compiled code has no value for a function.
  if (!isFirstOrder(whole.target)) return 'declined';
  const { subject, values } = lifted(whole);
  const program = compileLong(subject);
  return program instanceof Unsupported ? 'declined' : { program, data: values };
}
