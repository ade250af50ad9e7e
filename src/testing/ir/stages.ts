import { Differentiator } from '../../compile/differentiate/differentiate';
import { withDerivative } from '../../compile/differentiate/entries';
import { flatten, type Subject } from '../../compile/flatten/flatten';
import type { Kinds } from '../../compile/flatten/kinds';
import { visit } from '../../compile/ir/blocks';
import type { Numbers } from '../../compile/ir/builder';
import type { IrProgram } from '../../compile/ir/program';
import { withoutHalves } from '../../compile/optimise/halves';
import { inline } from '../../compile/optimise/inline';
import { changed, type Step, stepsAfter, stepsBefore } from '../../compile/optimise/optimise';
import { Unsupported } from '../../compile/unsupported';
import { smallLengths, usualOf } from '../../compile/versions/usual';
import type { Budget } from '../../semantics/outcome';
import type { Value } from '../../semantics/value';
import { interpret } from './interpret';
import { fromIr, toIr } from './values';

/** A program after a pass of the compiler. */
export interface Stage {
  readonly pass: string;
  readonly program: IrProgram;
}

export interface Stages {
  readonly kinds: Kinds;
  readonly numbers: Numbers;
  /** The program as the passes leave it before its derivatives are written out; its gradient is not yet an entry. */
  readonly before: readonly Stage[];
  /** The program with its gradient, as the module is made of it. */
  readonly after: readonly Stage[];
}

/**
 * Returns a program after each pass of the compiler; undefined if the compiler does not take it. With `isUsual`, it is the
 * version that knows the lengths of small inputs, whether it is worth its room or not.
 */
export function stagesOf(subject: Subject, isUsual = false): Stages | undefined {
  const flat = flatten(subject);
  if (flat.tag === 'unsupported') return undefined;
  const { numbers, kinds } = flat;
  try {
    const program = isUsual ? usualOf(flat.program, smallLengths(flat.lengths), numbers) : flat.program;
    const before = following(
      [
        { pass: 'flatten', program },
        { pass: 'inline', program: inline(program, numbers, kinds) },
      ],
      stepsBefore(numbers, kinds),
    );
    const whole = withDerivative(before.at(-1)?.program ?? program, 'gradient', numbers, 0);
    const differentiated = new Differentiator(whole, numbers).program(whole);
    const halves = withoutHalves(differentiated, numbers);
    return {
      kinds,
      numbers,
      before,
      after: following(
        [
          { pass: 'differentiate', program: differentiated.program },
          { pass: 'halves', program: halves.program },
        ],
        stepsAfter(numbers, halves.shadows),
      ),
    };
  } catch (thrown) {
    if (thrown instanceof Unsupported) return undefined;
    throw thrown;
  }
}

function following(stages: readonly Stage[], steps: readonly Step[]): readonly Stage[] {
  const made = [...stages];
  for (const step of steps) {
    const last = made.at(-1);
    if (last !== undefined)
      made.push({ pass: `${step.name} (${made.length})`, program: changed(last.program, [step]) });
  }
  return made;
}

/** Returns the stage with its gradient, after derivatives are written out, and nothing else is done. */
export function differentiated({ pass, program }: Stage, numbers: Numbers): Stage {
  const whole = withDerivative(program, 'gradient', numbers, 0);
  return { pass: `${pass}, differentiated`, program: new Differentiator(whole, numbers).program(whole).program };
}

/** Whether a function of a program, or one that it calls, has a derivative inside. */
export function hasDerivatives({ functions, entries }: IrProgram, entry: string): boolean {
  const seen = new Set<number>();
  const pending = [entries.get(entry)];
  let found = false;
  while (pending.length > 0) {
    const id = pending.pop();
    if (id === undefined || seen.has(id)) continue;
    seen.add(id);
    const body = functions.get(id)?.body;
    if (body === undefined) continue;
    visit(body, (statement) => {
      if (statement.tag === 'derivative') found = true;
      if (statement.tag === 'call') pending.push(statement.callee);
    });
  }
  return found;
}

/** How an interpreted run ends, with values as the machine has them. */
export type Interpreted =
  { readonly tag: 'values'; readonly values: readonly Value[] } | { readonly tag: 'fault' | 'steps' };

/** Runs a stage: its value at arguments or, given a cotangent, the adjoints of the arguments and the value. */
export function runStage(
  { pass, program }: Stage,
  { parameters, body }: Subject,
  kinds: Kinds,
  given: { readonly arguments: readonly Value[]; readonly cotangent?: Value },
  { steps }: Pick<Budget, 'steps'>,
): Interpreted {
  const types = parameters.map(({ type }) => type);
  const isGradient = 'cotangent' in given;
  const inputs = isGradient ? [...types, body.type] : types;
  const values = isGradient ? [...given.arguments, given.cotangent] : given.arguments;
  const atoms = inputs.flatMap((type, i) => toIr(type, values[i], kinds));
  try {
    const ended = interpret(program, isGradient ? 'gradient' : 'value', atoms, steps);
    if (ended.tag !== 'values') return ended;
    const parts = ended.values.values();
    return {
      tag: 'values',
      values: (isGradient ? inputs : [body.type]).map((type) => fromIr(type, parts, kinds)),
    };
  } catch (thrown) {
    if (thrown instanceof Error) thrown.message += ` after ${pass}`;
    throw thrown;
  }
}
