import { type Compiled, compileProgram } from '../compile/compile';
import { USUAL } from '../compile/emit/runtime';
import { Unsupported } from '../compile/unsupported';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { checked, focusOf } from './checked';

export const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };

/** Rooms on the host's stack: without any, every call of a recursive function waits in memory. */
export const ROOMS = [0, 300, 1000, undefined];

/** Compiles a program, which must be possible. */
export function compiled(text: string, room = USUAL.room, garbage = USUAL.garbage): Compiled {
  const made = compileProgram(focusOf(checked(text)).main, { limits: { ...USUAL, room, garbage } });
  if (made instanceof Unsupported) throw new Error(`${made.message}\n${text}`);
  return made;
}

/** Returns the value of a program at its point and its derivative by its inputs, or why there are none. */
export function numbersOf(text: string, room?: number, garbage?: number): readonly (number | string)[] {
  const { point } = focusOf(checked(text));
  const made = compiled(text, room, garbage);
  const value = made.value(point.arguments, budget);
  const gradient = made.gradient(point.arguments, point.cotangent, budget);
  if (value.tag !== 'values' || gradient.tag !== 'values') return [value.tag, gradient.tag];
  return [...value.values, ...gradient.values].map(Number);
}

/** Types of trees. */
export const TYPES = `type Tree = Leaf real | Node (Tree * Tree)
type Rose = Rose (real * list Rose)
type Bush = Bush (real * array Bush)
`;
export const INPUTS = 'input n : int = 4\ninput x : real = 1.25\n';
