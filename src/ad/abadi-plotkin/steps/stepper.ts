import { unshared } from '../../../language/core/traverse';
import type { CoreProgram } from '../../../language/core/tree';
import type { Diagnostic } from '../../../language/source/diagnostic';
import { NOWHERE, type Span } from '../../../language/source/span';
import { compile, type Executable } from '../../../semantics/compile';
import { diagnosticOf } from '../../../semantics/evaluate';
import { type Activation, readMoment } from '../../../semantics/moment';
import type { Budget } from '../../../semantics/outcome';
import { primal } from '../../../semantics/present';
import { MachineState } from '../../../semantics/state';
import type { Task } from '../../../semantics/task';
import { type CallTree, copied } from '../../../semantics/trace';
import type { Value } from '../../../semantics/value';
import { SymbolicEvaluation } from '../literal/symbolic';
import type { NoTrace } from '../literal/writer';
import type { Block } from '../../notation/line';
import type { Segment } from '../literal/segment';
import { letLines, traceLines } from '../notation/trace-lines';
import { contextOf, type StepPlace } from './context';
import { stepRuleOf } from './rules';
import { STEP_RULES, type StepRule } from './step-rule';

/** Evaluation one redex at a time, by the machine that runs the program: ordinary (Figures 2, 3) or symbolic (4, 5). */
export type StepMode = 'ordinary' | 'symbolic';

/** Most steps that are indexed; the rest of a longer run is not shown. */
export const MOST_STEPS = 1_000_000;

/** Most activations shown: the innermost ones and the program. */
const FRAMES = 6;

/** All steps of a run, for navigation. */
export interface StepIndex {
  readonly count: number;
  /** Whether the run has more steps than are indexed. */
  readonly cut: boolean;
  /** Three numbers per step: cell, start and end of its redex. */
  readonly origins: Int32Array<ArrayBuffer>;
  /** One index into STEP_RULES per step. */
  readonly rules: Uint8Array<ArrayBuffer>;
  /** The call in which each step is taken, and the calls. */
  readonly calls: Int32Array<ArrayBuffer>;
  readonly tree: CallTree;
}

/** The last bindings of a trace term under construction. */
export interface TraceSoFar {
  /** The number of bindings before them. */
  readonly hidden: number;
  readonly lines: Block;
}

/** Most lines printed of a trace term under construction. */
const ENOUGH = 120;

function lastLines({ bindings }: Segment): TraceSoFar {
  const blocks: Block[] = [];
  let first = bindings.length;
  for (let lines = 0; first > 0 && lines < ENOUGH; first--) {
    const binding = bindings[first - 1];
    const block = binding === undefined ? [] : letLines(binding);
    blocks.push(block);
    lines += block.length;
  }
  return { hidden: first, lines: blocks.reverse().flat() };
}

export interface StepState {
  /** The index of the next step; `count` at the end. */
  readonly index: number;
  /** The rule of the next step; undefined at the end. */
  readonly rule: StepRule | undefined;
  /** Whether the step belongs to symbolic evaluation: in that mode, and inside every derivative. */
  readonly symbolic: boolean;
  /** Whether the redex is inside a context: the rules of Figures 3 and 5. */
  readonly inContext: boolean;
  readonly span: Span;
  /** The activations, outermost first; the last one contains the redex. */
  readonly frames: readonly Block[];
  readonly omitted: number;
  /** The variables in scope, the running activation first. */
  readonly activations: readonly Activation[];
  /** C so far: in the outermost symbolic evaluation, the closed bindings, then those of the open segments. */
  readonly trace: readonly TraceSoFar[];
  /** W.R_V(x:T. C), if the previous step made it. */
  readonly derived: Block | undefined;
  readonly noTrace: NoTrace | undefined;
  /** The outputs so far. */
  readonly outputs: readonly Value[];
  readonly failure: Diagnostic | undefined;
}

/** A run that can be moved to any step: forwards by continuing, backwards by starting again. */
export class Stepper {
  private readonly executable: Executable;
  private readonly mode: StepMode;
  private readonly budget: Budget;
  private readonly inputs: ReadonlyMap<string, Value>;
  private machine: MachineState;
  private symbolic: SymbolicEvaluation;
  private at = 0;

  constructor(program: CoreProgram | Executable, mode: StepMode, inputs: ReadonlyMap<string, Value>, budget: Budget) {
    this.executable = 'places' in program ? program : compile(unshared(program), { marks: true });
    this.mode = mode;
    this.budget = budget;
    this.inputs = inputs;
    this.machine = this.start(false);
    this.symbolic = new SymbolicEvaluation(this.executable.variants, this.mode);
    this.settle();
  }

  /** Returns a stepper of the same run, at its start. */
  another(): Stepper {
    return new Stepper(this.executable, this.mode, this.inputs, this.budget);
  }

  /** Takes every step once, at most `most`. */
  *index(most = MOST_STEPS): Task<StepIndex> {
    let room = 1024;
    let origins = new Int32Array(3 * room);
    let rules = new Uint8Array(room);
    let calls = new Int32Array(room);
    this.restart(true);
    let count = 0;
    for (; count < most; count++) {
      const rule = this.rule();
      if (rule === undefined) break;
      if (count === room) {
        room *= 2;
        origins = copied(origins, new Int32Array(3 * room));
        rules = copied(rules, new Uint8Array(room));
        calls = copied(calls, new Int32Array(room));
      }
      const { cell, start, end } = this.span();
      origins[3 * count] = cell;
      origins[3 * count + 1] = start;
      origins[3 * count + 2] = end;
      rules[count] = STEP_RULES.indexOf(rule);
      calls[count] = this.machine.call;
      this.forward(false);
      if (count % 500 === 499) yield;
    }
    return {
      count,
      cut: this.rule() !== undefined,
      origins: origins.slice(0, 3 * count),
      rules: rules.slice(0, count),
      calls: calls.slice(0, count),
      tree: this.machine.calls,
    };
  }

  /** Returns the state before step `index`. */
  *state(index: number): Task<StepState> {
    if (index < this.at) this.restart();
    for (let taken = 0; this.at < index && this.rule() !== undefined; taken++) {
      this.forward(this.at + 1 === index);
      if (taken % 500 === 499) yield;
    }
    return this.read();
  }

  private start(recordsCalls: boolean): MachineState {
    return new MachineState(this.executable, { budget: this.budget, inputs: this.inputs, calls: recordsCalls });
  }

  private restart(recordsCalls = false): void {
    this.machine = this.start(recordsCalls);
    this.symbolic = new SymbolicEvaluation(this.executable.variants, this.mode);
    this.at = 0;
    this.settle();
  }

  /** Takes the step, and everything between it and the next step. */
  private forward(isLast: boolean): void {
    const { symbolic } = this;
    symbolic.derived = undefined;
    symbolic.past = undefined;
    symbolic.wantsDerived = isLast;
    this.symbolic.step(this.machine);
    this.at++;
    this.settle();
  }

  private settle(): void {
    while (this.machine.status === 'running' && this.rule() === undefined) this.symbolic.step(this.machine);
  }

  private rule(): StepRule | undefined {
    const { machine } = this;
    if (machine.status !== 'running') return undefined;
    const { instruction } = machine;
    return stepRuleOf(instruction, machine.read(instruction.a) === true);
  }

  private span(): Span {
    const { instruction } = this.machine;
    return this.executable.origins[instruction.origin] ?? NOWHERE;
  }

  private read(): StepState {
    const { machine, symbolic } = this;
    const rule = this.rule();
    const isSymbolic = this.mode === 'symbolic' || symbolic.open().length > 0;
    const moment = readMoment(machine);
    const places: StepPlace[] = machine.frames.slice(0, machine.depth);
    // In ordinary evaluation, values outside the outermost derivative are closed.
    const closed = this.mode === 'symbolic' ? 0 : places.findIndex(isDerivative) + 1 || Infinity;
    const shadowAt = (depth: number): SymbolicEvaluation | undefined => (depth >= closed ? symbolic : undefined);
    const waiting = places.map((place, depth) => () => contextOf(machine, place, true, shadowAt(depth)).lines);
    const shown = waiting.length > FRAMES ? [...waiting.slice(0, 1), ...waiting.slice(1 - FRAMES)] : waiting;
    const running = contextOf(machine, machine, false, shadowAt(places.length));
    const segments = this.mode === 'symbolic' ? symbolic.segments : symbolic.open();
    const isDone = machine.status === 'done' && this.mode === 'symbolic' && symbolic.problem === undefined;
    return {
      index: this.at,
      rule,
      symbolic: isSymbolic,
      inContext: !running.trivial,
      span: this.span(),
      frames: [...shown.map((lines) => lines()), running.lines],
      activations: moment.activations.map((activation) => plain(activation, machine)),
      omitted: waiting.length - shown.length,
      trace: isDone ? [{ hidden: 0, lines: traceLines(symbolic.term()) }] : segments.map(lastLines),
      derived: symbolic.derived && traceLines(symbolic.derived),
      noTrace: symbolic.problem ?? symbolic.past,
      outputs: [...machine.outputs],
      failure: machine.failure === undefined ? undefined : diagnosticOf(machine),
    };
  }
}

function isDerivative({ instruction: { term } }: StepPlace): boolean {
  return term?.tag === 'derivative';
}

/** Returns the activation with plain reals: without the tangents or trace nodes of running derivatives. */
function plain(activation: Activation, { executable: { variants } }: MachineState): Activation {
  const variables = activation.variables.map(({ binder, value }) => ({
    binder,
    value: primal(value, binder.type, variants),
  }));
  return { ...activation, variables };
}
