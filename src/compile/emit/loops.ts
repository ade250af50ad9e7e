import { internalError } from '../../language/source/internal-error';
import { makesData } from '../ir/blocks';
import type { Atom, Block, Build, For, Variable, While } from '../ir/tree';
import { allocateArray } from './allocation';
import { forgetting } from './forgetting';
import { arrayOf, store, stride, WORD } from './layout';
import { FAULT } from './host';
import { paysOff } from './vector-cost';
import { type Made, vectorLoop } from './vector-loops';
import { vectorPlan } from './vector-plan';
import type { Pauses } from './pauses';
import type { Resumable } from './resumable';
import type { Writer } from './writer';

/** Writes a counted loop with parameters. */
export function forLoop(writer: Writer, statement: For): void {
  const { code } = writer;
  const { index, count, down, parameters, initial, body, targets } = statement;
  begin(writer, [body], initial, parameters);
  const forget = statement.forgets && makesData(body) ? forgetting(writer, [body], parameters) : undefined;
  const vectors = vectorsOf(writer, statement, []);
  counted(
    writer,
    [body],
    index,
    count,
    down,
    () => {
      writer.into(body, parameters);
      forget?.each();
    },
    vectors,
  );
  forget?.end();
  targets.forEach((target, i) => {
    const place = writer.declare(target);
    code.get(writer.placeOf(parameters[i] ?? internalError('a parameter'))).set(place);
    if (writer.needsTest.has(target.id)) writer.testFinite(place);
  });
  writer.forget(parameters);
}

/** Writes a loop whose header tells when it ends. */
export function whileLoop(writer: Writer, statement: While): void {
  const { code } = writer;
  const { parameters, initial, header, exit, body } = statement;
  for (const each of statement.targets) writer.declare(each);
  const blocks = [header, exit, body];
  begin(writer, blocks, initial, parameters);
  const forget = statement.forgets && blocks.some(makesData) ? forgetting(writer, blocks, parameters) : undefined;
  const pauses = writer.pauses?.isIn(blocks) === true ? writer.pauses : undefined;
  pauses?.enter();
  code.op('loop');
  pauses?.point();
  writer.once(blocks, () => {
    writer.spend();
  });
  writer.followed(header, [exit, body]);
  writer.choice(exit, body, () => writer.atom(header.results[0] ?? internalError('a condition')));
  code.when(
    () => {
      writer.into(exit, statement.targets);
    },
    () => {
      writer.into(body, parameters);
      forget?.each();
      code.op('br', 1);
    },
  );
  code.op('end');
  forget?.end();
  writer.leave(header);
  writer.forget(parameters);
}

/** Gives the parameters of a loop their first values. */
function begin(
  writer: Writer,
  blocks: readonly Block[],
  initial: readonly Atom[],
  parameters: readonly Variable[],
): void {
  for (const each of parameters) writer.declare(each);
  writer.once(blocks, () => {
    for (const atom of initial) writer.atom(atom);
    for (const each of parameters.toReversed()) writer.code.set(writer.placeOf(each));
  });
}

/** Writes a loop over the ints below a count that is not negative. */
function counted(
  writer: Writer,
  blocks: readonly Block[],
  index: Variable,
  count: Atom,
  down: boolean,
  body: () => void,
  vectors?: Vectors,
): void {
  const { code } = writer;
  const at = writer.declare(index);
  const { fuel } = writer.around.runtime;
  writer.once(blocks, () => {
    code.op('global.get', fuel);
    writer.atom(count);
    code.op('i64.sub').op('global.set', fuel);
    writer.around.runtime.testFuel(code);
    if (down) writer.atom(count);
    else code.op('i64.const', 0);
    code.set(at);
  });
  const pauses = writer.pauses?.isIn(blocks) === true ? writer.pauses : undefined;
  pauses?.enter();
  vectors?.(at);
  if (writer.resumable === undefined) withOneJump(writer, at, count, down, body, pauses, vectors !== undefined);
  else withEntry(writer, writer.resumable, blocks, at, count, down, body);
  writer.forget([index]);
}

/** Writes rounds of a loop two at a time, from the index in a local on. */
type Vectors = (at: number) => void;

/** Returns what writes rounds of a loop two at a time, if that is faster. Loops in which a run waits or pauses have single rounds. */
function vectorsOf(writer: Writer, loop: For | Build, made: readonly Made[]): Vectors | undefined {
  const { code, resumable, pauses, isCareful, needsTest } = writer;
  if (resumable !== undefined || pauses?.isIn([loop.body]) === true || isCareful || code.isLarge) return undefined;
  const plan = vectorPlan(loop, needsTest);
  if (plan === undefined || !paysOff(plan, loop, writer.around.runtime.limits.share)) return undefined;
  return (at) => {
    vectorLoop(writer, loop, plan, at, made);
  };
}

/** Writes the rounds of a loop, each with one jump at its end; if they are the rest of a loop, from the index on that is there. */
function withOneJump(
  writer: Writer,
  at: number,
  count: Atom,
  down: boolean,
  body: () => void,
  pauses: Pauses | undefined,
  isRest: boolean,
): void {
  const { code } = writer;
  const step = (): void => {
    code
      .get(at)
      .op('i64.const', 1)
      .op(down ? 'i64.sub' : 'i64.add')
      .set(at);
  };
  if (isRest && !down) code.get(at);
  else code.op('i64.const', 0);
  if (isRest && down) code.get(at);
  else writer.atom(count);
  code.op('i64.lt_s').when(() => {
    code.op('loop');
    if (pauses !== undefined) {
      // The steps of all rounds were taken before: without this one, no round would look at the clock.
      writer.spend();
      pauses.point();
    }
    if (down) step();
    body();
    if (down) code.get(at).op('i64.eqz').op('i32.eqz');
    else {
      step();
      code.get(at);
      writer.atom(count);
      code.op('i64.lt_s');
    }
    code.op('br_if', 0).op('end');
  });
}

/** Writes the rounds of a loop that can wait in the middle of one: it is entered again by its beginning. */
function withEntry(
  writer: Writer,
  resumable: Resumable,
  blocks: readonly Block[],
  at: number,
  count: Atom,
  down: boolean,
  body: () => void,
): void {
  const { code } = writer;
  const endIf = (): void => {
    resumable.andRunning(blocks);
    code.op('br_if', 1);
  };
  code.op('block').op('loop');
  if (down) {
    code.get(at).op('i64.eqz');
    endIf();
    writer.once(blocks, () => {
      code.get(at).op('i64.const', 1).op('i64.sub').set(at);
    });
    body();
  } else {
    code.get(at);
    writer.atom(count);
    code.op('i64.ge_s');
    endIf();
    body();
    code.get(at).op('i64.const', 1).op('i64.add').set(at);
  }
  code.op('br', 0).op('end').op('end');
}

/** Writes a loop that makes arrays. */
export function build(writer: Writer, loop: Build): void {
  const { count, index, body, targets } = loop;
  const { code } = writer;
  const { runtime } = writer.around;
  const arrays = targets.map((target) => ({
    size: stride(arrayOf(target.kind)),
    place: writer.declare(target),
    next: code.local('i32'),
  }));
  writer.once([body], () => {
    // Nothing may read the arrays, but their length still counts.
    if (arrays.length === 0) {
      writer.atom(count);
      code.op('i64.const', 0).op('i64.lt_s');
      writer.faultIf(FAULT.program);
    }
    for (const { size, place, next } of arrays) {
      allocateArray(runtime, code, () => writer.atom(count), size, place);
      code.get(place).set(next);
    }
  });
  const vectors = vectorsOf(writer, loop, arrays);
  const items = (): void => {
    writer.block(body);
    let part = 0;
    for (const { size, next } of arrays) {
      for (let offset = 0; offset < size; offset += WORD) {
        const result = body.results[part++] ?? internalError('a part');
        code.get(next);
        writer.atom(result);
        store(code, result.kind, WORD + offset);
      }
      if (size > 0) code.get(next).i32(size).op('i32.add').set(next);
    }
    writer.leave(body);
  };
  counted(writer, [body], index, count, false, items, vectors);
  for (const { next } of arrays) code.release(next);
}
