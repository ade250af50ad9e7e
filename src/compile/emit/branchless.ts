import { assertNever, internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import type { Atom, Block, Construct, Field, If, Pop, Push, Statement, Variable } from '../ir/tree';
import { allocate } from './allocation';
import type { Code } from './code';
import { NOTE } from './host';
import { fieldOffset, WORD } from './layout';
import { field, fill, keepAtTop, sizeOf, takeFrom, targetOf } from './memory';
import type { Writer } from './writer';

/*
 * A conditional of which one arm makes data, or keeps or takes values, and the other does nothing: a filter of a list.
 * Processors often guess its branch wrongly. So it is written without: memory is written in both cases, behind what is in
 * use, and the ends of what is in use are moved by arithmetic.
 */

type Step = Construct | Field | Pop | Push;

/** The most words that are written or read in vain. */
const MOST_WORDS = 8;

/** Writes a conditional without a branch, if that can be; returns whether it did. */
export function withoutBranch(writer: Writer, { condition, consequent, alternative, targets }: If): boolean {
  const { code } = writer;
  const [full, empty] = alternative.statements.length === 0 ? [consequent, alternative] : [alternative, consequent];
  const steps = full.statements.filter(isStep);
  if (writer.resumable !== undefined || code.isLarge || !suits(full, empty, steps)) return false;
  const runs = code.local('i32');
  writer.atom(condition);
  if (full === alternative) code.op('i32.eqz');
  code.set(runs);
  const places = reserve(writer, steps, runs);
  for (const step of steps) {
    switch (step.tag) {
      case 'construct':
        fill(writer, step, places.get(step) ?? internalError('a place'));
        break;
      case 'field':
        field(writer, step);
        break;
      case 'push':
        push(writer, step.values, runs);
        break;
      case 'pop':
        pop(writer, step.targets, runs);
        break;
      default:
        assertNever(step);
    }
  }
  full.results.forEach((result, i) => {
    const other = empty.results[i] ?? internalError('a result');
    writer.atom(result);
    if (!isEither(result, other, steps)) writer.atom(other).code.get(runs).op('select');
  });
  for (const target of targets) writer.declare(target);
  for (const target of targets.toReversed()) code.set(writer.placeOf(target));
  writer.leave(full);
  code.release(runs);
  return true;
}

function isStep(statement: Statement): statement is Step {
  const { tag } = statement;
  return tag === 'construct' || tag === 'field' || tag === 'push' || tag === 'pop';
}

function suits(full: Block, empty: Block, steps: readonly Step[]): boolean {
  if (empty.statements.length > 0 || steps.length < full.statements.length) return false;
  const words = steps.reduce((sum, step) => sum + wordsOf(step), 0);
  return (
    words <= MOST_WORDS &&
    steps.some(({ tag }) => tag !== 'field') &&
    // A push may begin a part of the stack where data would be written in vain.
    !steps.some(({ tag }, i) => tag === 'push' && steps.slice(i).some((later) => later.tag === 'construct')) &&
    steps.every((step) => step.tag !== 'field' || fieldOffset(step.value.kind, step.index) < NOTE.site) &&
    full.results.every((result, i) => {
      const other = empty.results[i] ?? internalError('a result');
      return result.kind !== 'real' || isEither(result, other, steps);
    })
  );
}

function wordsOf(step: Step): number {
  switch (step.tag) {
    case 'construct':
      return sizeOf(step) / WORD;
    case 'push':
      return step.values.length;
    case 'field':
    case 'pop':
      return step.targets.length;
    default:
      return assertNever(step);
  }
}

/** Whether a result of the arm that runs or not is right in both cases. */
function isEither(result: Atom, other: Atom, steps: readonly Step[]): boolean {
  if (sameAtom(result, other)) return true;
  return isTaken(result, steps) && other.tag === 'constant' && Object.is(Number(other.value), 0);
}

/** Whether a value was taken from the stack, or read from data that was. It is 0 if nothing was taken. */
function isTaken(atom: Atom, steps: readonly Step[]): boolean {
  if (atom.tag !== 'variable') return false;
  const made = steps.find(({ targets }) => targets.some(({ id }) => id === atom.id));
  return made?.tag === 'pop' || (made?.tag === 'field' && isTaken(made.value, steps));
}

/** Takes memory for all that an arm makes, if it runs; returns the locals with the addresses. */
function reserve(writer: Writer, steps: readonly Step[], runs: number): ReadonlyMap<Step, number> {
  const { code } = writer;
  const { runtime } = writer.around;
  const places = new Map<Step, number>();
  const top = code.local('i32');
  let bytes = 0;
  for (const step of steps) {
    if (step.tag !== 'construct') continue;
    const place = writer.declare(targetOf(step));
    if (bytes === 0) code.op('global.get', runtime.top).set(top);
    code.get(top).i32(bytes).op('i32.add').set(place);
    places.set(step, place);
    bytes += sizeOf(step);
  }
  if (bytes > 0) {
    // Memory is there afterwards. The address stays the same.
    code.get(top).i32(bytes).op('i32.add').op('global.get', runtime.ready).op('i32.gt_u');
    code.when(() => code.i32(bytes).op('call', allocate(runtime)).op('drop'));
    move(code.get(top), bytes, runs).op('global.set', runtime.top);
  }
  code.release(top);
  return places;
}

/** Adds bytes to an address on the stack, if the arm runs. */
function move(code: Code, bytes: number, runs: number): Code {
  return code.get(runs).i32(bytes).op('i32.mul').op('i32.add');
}

function push(writer: Writer, values: readonly Atom[], runs: number): void {
  const { code } = writer;
  const address = keepAtTop(writer, values);
  move(code.get(address), WORD * values.length, runs).op('global.set', writer.around.runtime.kept.top);
  code.release(address);
}

function pop(writer: Writer, targets: readonly Variable[], runs: number): void {
  const { code } = writer;
  const { runtime } = writer.around;
  const { kept } = runtime;
  const address = code.local('i32');
  code.op('global.get', kept.top).op('global.get', kept.start).op('i32.eq').get(runs).op('i32.and');
  code.when(() => code.op('call', runtime.less(kept)));
  move(code.op('global.get', kept.top), -WORD * targets.length, runs).op('local.tee', address);
  code.op('global.set', kept.top);
  // Memory at address 0 is 0.
  code.get(address).i32(0).get(runs).op('select').set(address);
  takeFrom(writer, address, targets);
  code.release(address);
}
