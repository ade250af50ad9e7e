import { shown } from './show';
import { holdsReal } from '../differentiate/reals';
import { internalError } from '../../language/source/internal-error';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Statement } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { release } from './allocation';
import { withoutBranch } from './branchless';
import { Code } from './code';
import { constructorOf } from './constructors';
import { ADD_ALL, ADD_PRESENT, ALL_FINITE, SHADOW } from './data-functions';
import { note } from './careful';
import { allReals, untested } from './finite';
import { restOffset, typeOf, variantOf, WORD } from './layout';
import { build, forLoop, whileLoop } from './loops';
import { accumulate, array, construct, constructs, field, item, keep, pop, push, tape } from './memory';
import type { ValueType } from './instructions';
import type { WrittenFunction } from './settle';
import { operation } from './operation';
import { Pauses } from './pauses';
import { Resumable } from './resumable';
import { FAULT } from './host';
import { second, takeRoom } from './trampoline';
import { callWalk } from './walk';
import { watched } from './watched';
import { type Surroundings, Writer } from './writer';

/**
 * Writes a function of the intermediate representation as WebAssembly. A run calls an entry once. If the function is
 * pausable, a run can pause in its loops.
 */
export function emitFunction(
  given: IrFunction,
  surroundings: Surroundings,
  name: string,
  isEntry: boolean,
  isPausable: boolean,
): WrittenFunction {
  const { recursion, runtime } = surroundings;
  const writer = new Writer(surroundings, writeStatement, constructs, given.careful === true, isPausable);
  writer.isEntry = isEntry;
  const { code } = writer;
  const [parameters, results] = [kindsOf(given.parameters), kindsOf(given.body.results)];
  const types = parameters.map(typeOf);
  for (const parameter of given.parameters) writer.declare(parameter);
  const takesRoom = recursion.takesRoom(given.id);
  if (takesRoom) {
    const room = code.local('i32');
    types.push('i32');
    writer.room = () => code.get(room);
  }
  const overflow = recursion.overflow(given.id, runtime);
  // Careful functions run only after a fault, so the form that is slower is enough.
  if (given.careful === true && overflow !== undefined) {
    second(code, parameters, results, overflow);
    return { name, ...code.function(types, results.map(typeOf)) };
  }
  testWhereNeeded(writer, given);
  if (overflow !== undefined) writer.spend();
  if (isPausable) {
    writer.pauses = new Pauses(code, runtime, surroundings.data);
    writer.pauses.block(given.body, (statement) => {
      writer.write(statement);
    });
    writer.pauses.finish();
  } else writer.block(given.body);
  for (const result of given.body.results) writer.atom(result);
  const beginning = new Code();
  if (takesRoom) {
    takeRoom(beginning, parameters, results, stackBytes(code.slots), overflow);
  }
  const made = code.function(types, results.map(typeOf));
  return { name, ...made, body: takesRoom ? beginning.body.concat(made.body) : made.body };
}

/** Writes the second form of a recursive function, which waits for what it calls. It takes whether it goes on. */
export function emitResumable(given: IrFunction, surroundings: Surroundings, name: string): WrittenFunction {
  const { recursion, runtime } = surroundings;
  const writer = new Writer(surroundings, writeStatement, constructs, given.careful === true);
  const { code } = writer;
  const isResumed = code.local('i32');
  const resumable = new Resumable(writer, runtime, recursion.callsIn(given));
  writer.resumable = resumable;
  writer.room = () => code.op('global.get', runtime.room).i32(recursion.share).op('i32.shr_u');
  const locals = given.parameters.map((parameter) => writer.declare(parameter));
  testWhereNeeded(writer, given);
  resumable.begin(isResumed, () => {
    resumable.take(given.parameters, locals);
    writer.spend();
  });
  writer.block(given.body);
  resumable.pass(given.body.results);
  resumable.end();
  return { name, ...code.function(['i32'], ['i32']) };
}

function testWhereNeeded({ needsTest }: Writer, { body, careful }: IrFunction): void {
  if (careful === true) {
    allReals(body, needsTest);
    return;
  }
  untested(
    body,
    body.results.map(() => false),
    needsTest,
  );
}

/** Returns at most how much of the host's stack a function takes, as measured for V8's baseline compiler. */
function stackBytes(slots: readonly ValueType[]): number {
  return slots.reduce((bytes, type) => bytes + (type === 'v128' ? 2 * WORD : WORD), 48);
}

/** Writes a statement. */
function writeStatement(writer: Writer, statement: Statement): void {
  if (statement.tag === 'operation') {
    operation(writer, statement);
    return;
  }
  const { code } = writer;
  const { runtime } = writer.around;
  const [target] = statement.targets;
  switch (statement.tag) {
    case 'construct':
      construct(writer, statement);
      return;
    case 'move': {
      for (const value of statement.values) writer.atom(value);
      for (const each of statement.targets) writer.declare(each);
      for (const each of statement.targets.toReversed()) code.set(writer.placeOf(each));
      if (!statement.finite) return;
      for (const each of statement.targets) {
        if (writer.needsTest.has(each.id)) writer.testFinite(writer.placeOf(each));
        else if (typeof each.kind === 'object' && holdsReal(each.kind)) {
          code.get(writer.placeOf(each));
          callWalk(code, runtime, ALL_FINITE, each.kind);
        }
      }
      return;
    }
    case 'tag': {
      constructorOf(code, variantOf(statement.value.kind), () => writer.atom(statement.value));
      const made = target ?? internalError('a target');
      code.op('i64.extend_i32_u').set(writer.declare(made));
      // A function that waits has only those locals afterwards that the program uses by name.
      if (writer.resumable === undefined) writer.tags.set(made.id, statement.value);
      return;
    }
    case 'field':
      field(writer, statement);
      return;
    case 'array':
      array(writer, statement);
      return;
    case 'length': {
      const { kind } = statement.array;
      writer.atom(statement.array);
      if (typeof kind === 'object' && kind.tag === 'variant') {
        code.op('call', runtime.listLength(kind));
      } else code.op('i32.load', 0);
      code.op('i64.extend_i32_u').set(writer.declare(target ?? internalError('a target')));
      return;
    }
    case 'item':
      item(writer, statement);
      return;
    case 'build':
      build(writer, statement);
      return;
    case 'append':
      writer.atom(statement.left).atom(statement.right);
      code.op('call', runtime.join()).set(writer.declare(target ?? internalError('a target')));
      return;
    case 'show':
      writer.atom(statement.number);
      code.op('call', shown(runtime)).set(writer.declare(target ?? internalError('a target')));
      return;
    case 'spine':
      writer.atom(statement.list);
      if (statement.most !== undefined) writer.atom(statement.most);
      code.op('call', runtime.spine(variantOf(statement.list.kind), statement.most !== undefined));
      code.set(writer.declare(target ?? internalError('a target')));
      return;
    case 'spines':
      for (const list of statement.lists) writer.atom(list);
      writer.atom(statement.count);
      code.op('call', runtime.spines(statement.lists.map(({ kind }) => variantOf(kind))));
      for (const each of statement.targets) writer.declare(each);
      for (const each of statement.targets.toReversed()) code.set(writer.placeOf(each));
      return;
    case 'steps': {
      const { lists, most } = statement;
      for (const { list } of lists) writer.atom(list);
      if (most !== undefined) writer.atom(most);
      code.op(
        'call',
        runtime.steps(
          lists.map(({ list, ahead }) => ({ list: variantOf(list.kind), ahead })),
          most !== undefined,
        ),
      );
      code.set(writer.declare(target ?? internalError('a target')));
      return;
    }
    case 'rest':
      writer.atom(statement.list).atom(statement.after);
      code.op('call', runtime.rest(variantOf(statement.list.kind)));
      code.set(writer.declare(target ?? internalError('a target')));
      return;
    case 'link':
      writer.atom(statement.cell).atom(statement.rest);
      code.op('i32.store', restOffset(variantOf(statement.cell.kind)));
      return;
    case 'if': {
      if (withoutBranch(writer, statement)) return;
      for (const each of statement.targets) writer.declare(each);
      writer.choice(statement.consequent, statement.alternative, () => writer.atom(statement.condition));
      code.when(
        () => {
          writer.into(statement.consequent, statement.targets);
        },
        () => {
          writer.into(statement.alternative, statement.targets);
        },
      );
      return;
    }
    case 'for':
      forLoop(writer, statement);
      return;
    case 'while':
      whileLoop(writer, statement);
      return;
    case 'call': {
      if (writer.resumable?.call(statement) === true) return;
      for (const atom of statement.arguments) writer.atom(atom);
      if (writer.around.recursion.takesRoom(statement.callee)) writer.room();
      code.op('call', writer.around.indexOf(statement.callee));
      for (const each of statement.targets) writer.declare(each);
      for (const each of statement.targets.toReversed()) code.set(writer.placeOf(each));
      return;
    }
    case 'fail':
      runtime.fault(code, statement.memory === true ? FAULT.memory : FAULT.program);
      for (const each of statement.targets) writer.declare(each);
      return;
    case 'note':
      note(writer, statement);
      return;
    case 'watched':
      watched(writer, statement);
      return;
    case 'shadow': {
      const { of } = statement;
      writer.atom(of);
      callWalk(code, runtime, SHADOW, dataOf(of.kind));
      code.set(writer.declare(target ?? internalError('a target')));
      return;
    }
    case 'accumulate':
      accumulate(writer, statement);
      return;
    case 'addAll': {
      const { value, like } = statement;
      writer.atom(value).atom(like).atom(statement.shadow);
      callWalk(code, runtime, statement.lenient ? ADD_PRESENT : ADD_ALL, dataOf(like.kind));
      return;
    }
    case 'push':
      push(writer, statement.values);
      return;
    case 'pop':
      pop(writer, statement.targets);
      return;
    case 'mark':
      code.op('global.get', runtime.top).op('i64.extend_i32_u');
      code.set(writer.declare(target ?? internalError('a target')));
      return;
    case 'tape':
      tape(writer, statement);
      return;
    case 'keep':
      keep(writer, statement);
      return;
    case 'update':
      keep(writer, statement);
      writer.atom(statement.array);
      code.set(writer.declare(target ?? internalError('a target')));
      return;
    case 'release': {
      writer.resumable?.dropFrame();
      const from = code.local('i32');
      writer.atom(statement.mark);
      code.op('i32.wrap_i64').set(from);
      release(runtime, code, from);
      code.release(from);
      return;
    }
    default:
      internalError(`${statement.tag} is not written yet`);
  }
}

function dataOf(kind: Kind): ArrayLayout | VariantLayout {
  return typeof kind === 'object' && kind.tag !== 'string' ? kind : internalError('data');
}

function kindsOf(atoms: readonly { readonly kind: Kind }[]): readonly Kind[] {
  return atoms.map(({ kind }) => kind);
}
