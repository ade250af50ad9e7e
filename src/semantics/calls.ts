import { internalError } from '../language/source/internal-error';
import { Closure, PartialApplication } from './closure';
import { type FunctionCode, Instruction, OP } from './code';
import type { Value } from './value';

export function entryOf(code: FunctionCode, run: boolean): Instruction {
  return run ? (code.runEntry ?? internalError(`${code.name} has no result to run`)) : code.entry;
}

/** How to perform a call whose number of arguments differs from the number of parameters. */
type Plan =
  | { readonly tag: 'enter'; readonly closure: Closure; readonly held: readonly Value[] }
  | { readonly tag: 'hold'; readonly closure: Closure; readonly held: readonly Value[] }
  | { readonly tag: 'split'; readonly head: Instruction };

export function planOf(instruction: Instruction, callee: Value): Plan {
  const closure = callee instanceof PartialApplication ? callee.closure : callee;
  const held = callee instanceof PartialApplication ? callee.values : [];
  if (!(closure instanceof Closure)) return internalError('a call of what is no function');
  const missing = closure.code.arity - held.length;
  const given = instruction.operands.length;
  if (given === missing) return { tag: 'enter', closure, held };
  if (given < missing) return { tag: 'hold', closure, held };
  return { tag: 'split', head: splitCall(instruction, missing) };
}

/**
 * Splits a call with too many arguments in two: a call of the function, and a call of its result, which waits in slot
 * `b`.
 */
function splitCall(instruction: Instruction, first: number): Instruction {
  instruction.splits ??= new Map();
  const known = instruction.splits.get(first);
  if (known !== undefined) return known;
  const { term, origin, readers, a, b, operands } = instruction;
  const rest = new Instruction(instruction.op, term, origin, readers);
  rest.a = rest.b = b;
  rest.operands = operands.slice(first);
  rest.target = instruction.target;
  rest.next = instruction.next;
  rest.flag = instruction.flag;
  const head = new Instruction(OP.call, term, origin, readers);
  head.a = a;
  head.b = head.target = b;
  head.operands = operands.slice(0, first);
  head.next = rest;
  instruction.splits.set(first, head);
  return head;
}

/** Returns an instruction that returns the value in slot `b` of a tail call. */
export function returnOf(instruction: Instruction): Instruction {
  instruction.splits ??= new Map();
  const known = instruction.splits.get(0);
  if (known !== undefined) return known;
  const made = new Instruction(OP.return, instruction.term, instruction.origin, instruction.readers);
  made.a = instruction.b;
  instruction.splits.set(0, made);
  return made;
}
