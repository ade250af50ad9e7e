import type { Binder } from '../language/core/children';
import { itemBinders, itemTerms, walk } from '../language/core/traverse';
import type { CoreItem, CoreProgram, Pattern, Term } from '../language/core/tree';
import type { Diagnostic } from '../language/source/diagnostic';
import { NOWHERE, PRELUDE_CELL, type Span } from '../language/source/span';
import type { Closure } from './closure';
import { CAPTURED, encode, GLOBAL, type Instruction } from './code';
import type { Executable } from './compile';
import { diagnosticOf, proceed } from './evaluate';
import { MachineState, type MachineOptions, readElsewhere } from './state';
import type { Task } from './task';
import type { Value } from './value';

/** The variables in scope when the machine paused: the running activation first, the program itself last. */
export interface Moment {
  readonly activations: readonly Activation[];
  /** The number of further activations of the reader's functions, which are left out. */
  readonly omitted: number;
}

export interface Activation {
  readonly of: 'function' | 'program';
  /** The binder of the function's definition; undefined for other functions. */
  readonly binder: Binder | undefined;
  /** The span of the function. */
  readonly origin: Span;
  /** The place inside the function: the waiting call, or the place of the pause. */
  readonly at: Span;
  readonly variables: readonly NamedValue[];
}

export interface NamedValue {
  readonly binder: Binder;
  readonly value: Value;
}

export type MomentOutcome =
  | { readonly tag: 'ok'; readonly moment: Moment; readonly place: Span; readonly value: Value; readonly term: Term }
  | { readonly tag: 'failed'; readonly diagnostic: Diagnostic }
  /** The run has no such record. */
  | { readonly tag: 'missing' };

/** The limit on the activations that are read, from the innermost on. */
const MOST_ACTIVATIONS = 24;

/**
 * Runs a program again up to a record of a `watch` and reads the variables in scope there. Runs are deterministic, so
 * no state needs to be kept for records that nobody may ask about.
 */
export function* momentAt(
  executable: Executable,
  options: Pick<MachineOptions, 'budget' | 'inputs'>,
  name: string,
  record: number,
): Task<MomentOutcome> {
  const machine = new MachineState(executable, { ...options, watch: true, pauseAt: { tag: 'watch', name, record } });
  const status = yield* proceed(machine);
  if (status === 'done') return { tag: 'missing' };
  if (status === 'failed') return { tag: 'failed', diagnostic: diagnosticOf(machine) };
  const { instruction } = machine;
  if (instruction.term === undefined) return { tag: 'missing' };
  return {
    tag: 'ok',
    moment: readMoment(machine),
    place: executable.origins[instruction.origin] ?? NOWHERE,
    value: machine.read(instruction.b),
    term: instruction.term,
  };
}

interface Place {
  readonly instruction: Instruction;
  readonly closure: Closure;
  readonly base: number;
}

/** Returns the visible variables of the activations on the stack, read from their slots. */
export function readMoment(machine: MachineState): Moment {
  const { executable } = machine;
  const stack: Place[] = [machine];
  for (let depth = machine.depth - 1; depth >= 0; depth--) {
    const frame = machine.frames[depth];
    if (frame !== undefined) stack.push(frame);
  }
  const own = stack.filter(({ closure }) => closure.code !== executable.main);
  const readers = own.filter(({ closure }) => closure.code.origin.cell !== PRELUDE_CELL);
  const kept = readers.slice(0, MOST_ACTIVATIONS);
  const outermost = stack.filter(({ closure }) => closure.code === executable.main);
  const places = [...kept, ...outermost];
  const names = readNames(
    executable.program,
    places.flatMap(({ instruction: { term } }) => (term === undefined ? [] : [term])),
  );
  return {
    activations: places.map((place) => ({
      of: place.closure.code === executable.main ? 'program' : 'function',
      binder: names.functions.get(place.closure.code.origin),
      origin: place.closure.code.origin,
      at: executable.origins[place.instruction.origin] ?? NOWHERE,
      variables: namedValues(machine, place, names.visible),
    })),
    omitted: readers.length - kept.length,
  };
}

interface Names {
  /**
   * The binders in scope of each wanted term, outermost first. Names are bound once, so the compiler's locations tell
   * binders of different functions apart.
   */
  readonly visible: ReadonlyMap<Term, readonly Binder[]>;
  /** The binder that defines a function, by the function's origin. */
  readonly functions: ReadonlyMap<Span, Binder>;
}

function readNames(program: CoreProgram, wanted: readonly Term[]): Names {
  const missing = new Set(wanted);
  const visible = new Map<Term, readonly Binder[]>();
  const functions = new Map<Span, Binder>();
  const define = (definition: Term | CoreItem): void => {
    if (definition.tag === 'let') addDefinition(functions, definition.pattern, definition.value);
    if (definition.tag !== 'letrec') return;
    for (const { name, function: lambda, origin } of definition.functions)
      functions.set(lambda.origin, { name, type: lambda.type, origin });
  };
  const scope: Binder[] = [];
  for (const item of program.items) {
    define(item);
    // The functions of a `let rec` see each other; a `let` does not see itself.
    const inner = item.tag === 'letrec' ? [...scope, ...itemBinders(item)] : [...scope];
    for (const term of itemTerms(item)) {
      walk(term, {
        enter: (node) => {
          define(node);
          if (missing.delete(node)) visible.set(node, [...inner]);
        },
        bind: (binder) => inner.push(binder),
        unbind: () => inner.pop(),
      });
    }
    scope.push(...itemBinders(item));
  }
  return { visible, functions };
}

function addDefinition(functions: Map<Span, Binder>, pattern: Pattern, value: Term): void {
  if (pattern.tag === 'variable' && value.tag === 'lambda') functions.set(value.origin, pattern);
}

function namedValues(
  machine: MachineState,
  { instruction, closure, base }: Place,
  visible: ReadonlyMap<Term, readonly Binder[]>,
): readonly NamedValue[] {
  const { executable, slots } = machine;
  const { code, captured } = closure;
  const binders = (instruction.term && visible.get(instruction.term)) ?? [];
  return binders.flatMap((binder): readonly NamedValue[] => {
    const read = (operand: number): readonly NamedValue[] => [
      { binder, value: readElsewhere(operand, captured, executable.constants, slots) },
    ];
    const place = executable.binders.get(binder.name);
    if (place === undefined) return [];
    if (place.isGlobal) return code === executable.main ? read(encode(GLOBAL, place.slot)) : [];
    if (place.scope.code === code) {
      // An activation of an action has only the slots that the action mentions.
      return code.hasActions ? [] : [{ binder, value: slots[base + place.slot] }];
    }
    const index = code.captured.indexOf(binder.name);
    return index < 0 ? [] : read(encode(CAPTURED, index));
  });
}
