import { internalError } from '../../language/source/internal-error';
import type { ArrayLayout } from '../ir/kind';
import type {
  Accumulate,
  ArrayLiteral,
  Atom,
  Construct,
  Field,
  Item,
  Keep,
  Statement,
  Tape,
  Update,
  Variable,
} from '../ir/tree';
import { allocateArray, allocateSmall } from './allocation';
import { arrayOf, constant, fieldOffset, hasHeader, load, store, stride, variantOf, WORD } from './layout';
import { FAULT } from './host';
import type { Writer } from './writer';

/** Makes data of a constructor. */
export function construct(writer: Writer, statement: Construct): void {
  const { code } = writer;
  const place = writer.declare(targetOf(statement));
  allocateSmall(writer.around.runtime, code, sizeOf(statement), place);
  fill(writer, statement, place);
}

/** Makes data of constructors side by side, where memory is taken for all at once. */
export function constructs(writer: Writer, statements: readonly Construct[]): void {
  const { code } = writer;
  const { origin } = code;
  const first = code.local('i32');
  const bytes = statements.reduce((sum, each) => sum + sizeOf(each), 0);
  allocateSmall(writer.around.runtime, code, bytes, first);
  let at = 0;
  for (const each of statements) {
    code.origin = each.origin;
    const place = writer.declare(targetOf(each));
    code.get(first);
    if (at > 0) code.i32(at).op('i32.add');
    code.set(place);
    fill(writer, each, place);
    at += sizeOf(each);
  }
  code.release(first);
  code.origin = origin;
}

/** Returns the size of data that has fields, in bytes. */
export function sizeOf(statement: Construct): number {
  return fieldOffset(targetOf(statement).kind, statement.fields.length);
}

/** Writes data of a constructor to the address in a local. */
export function fill(writer: Writer, statement: Construct, place: number): void {
  const { code } = writer;
  const { kind } = targetOf(statement);
  if (hasHeader(variantOf(kind))) code.get(place).i32(statement.constructor_).op('i32.store', 0);
  statement.fields.forEach((each, i) => {
    code.get(place);
    writer.atom(each);
    store(code, each.kind, fieldOffset(kind, i));
  });
}

/** Reads a field of data. */
export function field(writer: Writer, statement: Field): void {
  const { kind } = targetOf(statement);
  writer.atom(statement.value);
  load(writer.code, kind, fieldOffset(statement.value.kind, statement.index));
  writer.code.set(writer.declare(targetOf(statement)));
}

/** Returns the one target of a statement. */
export function targetOf({ targets: [target] }: Statement): Variable {
  return target ?? internalError('a target');
}

/** Makes an array of given items. */
export function array(writer: Writer, statement: ArrayLiteral): void {
  const { code } = writer;
  const { runtime } = writer.around;
  const made = targetOf(statement);
  const layout = arrayOf(made.kind);
  const { items } = statement;
  const place = writer.declare(made);
  const bytes = WORD + stride(layout) * items.length;
  allocateSmall(runtime, code, bytes, place);
  code.get(place).i32(items.length).op('i32.store', 0);
  items.flat().forEach((part, i) => {
    code.get(place);
    writer.atom(part);
    store(code, part.kind, WORD + WORD * i);
  });
}

/** Reads the parts of an item of an array. */
export function item(writer: Writer, statement: Item): void {
  const { code } = writer;
  const layout = arrayOf(statement.array.kind);
  if (statement.checked) {
    writer.atom(statement.index).atom(statement.array);
    code.op('i32.load', 0).op('i64.extend_i32_u').op('i64.ge_u');
    writer.faultIf(FAULT.program);
  }
  if (statement.absentIsZero === true) {
    for (const each of statement.targets) writer.declare(each);
    hasItem(writer, statement.array, statement.index);
    code.when(
      () => {
        loadItem(writer, statement.array, statement.index, layout, statement.targets);
      },
      () => {
        // The locals may hold values of the round before.
        for (const each of statement.targets) {
          constant(code, each.kind, 0);
          code.set(writer.placeOf(each));
        }
      },
    );
    return;
  }
  for (const each of statement.targets) writer.declare(each);
  loadItem(writer, statement.array, statement.index, layout, statement.targets);
}

/** Leaves the address of an item of an array, less a number of bytes, and returns that number. */
export function itemAddress(writer: Writer, array: Atom, index: Atom): number {
  const { code } = writer;
  const size = stride(arrayOf(array.kind));
  writer.atom(array);
  // A constant distance goes into the instruction.
  const sum = index.tag === 'variable' ? writer.sums.get(index.id) : { base: undefined, offset: Number(index.value) };
  const bytes = WORD + size * (sum?.offset ?? 0);
  const isFolded = sum !== undefined && bytes >= 0 && bytes < FARTHEST;
  if (isFolded && sum.base === undefined) return bytes;
  writer.atom(isFolded ? (sum.base ?? index) : index);
  code.op('i32.wrap_i64').i32(size).op('i32.mul').op('i32.add');
  return isFolded ? bytes : WORD;
}

/** The largest distance in bytes that goes into an instruction. */
const FARTHEST = 4096;

/** Leaves 1 if a shadow has an item: it may be absent, or a list whose rest is absent. */
function hasItem(writer: Writer, array: Atom, index: Atom): void {
  writer.atom(index).atom(array);
  writer.code.op('i32.load', 0).op('i64.extend_i32_u').op('i64.lt_u');
}

/** Loads the parts of an item. */
function loadItem(writer: Writer, array: Atom, index: Atom, layout: ArrayLayout, targets: readonly Variable[]): void {
  const { code } = writer;
  const [only, ...more] = targets;
  if (only === undefined) return;
  const offset = itemAddress(writer, array, index);
  if (more.length === 0) {
    load(code, layout.item[0] ?? internalError('a part'), offset);
    code.set(writer.placeOf(only));
    return;
  }
  const address = code.local('i32');
  code.set(address);
  targets.forEach((part, k) => {
    code.get(address);
    load(code, part.kind, offset + WORD * k);
    code.set(writer.placeOf(part));
  });
  code.release(address);
}

/** Adds to a real of a shadow, if it is there. */
export function accumulate(writer: Writer, { shadow: into, place, amount, present, replaces }: Accumulate): void {
  const { code } = writer;
  const add = (): void => {
    const address = code.local('i32');
    let offset: number;
    if (place.tag === 'item') offset = itemAddress(writer, into, place.index) + WORD * place.part;
    else {
      writer.atom(into);
      offset = fieldOffset(into.kind, place.index);
    }
    code.set(address).get(address);
    if (replaces !== true) code.get(address).op('f64.load', offset);
    writer.atom(amount);
    if (replaces !== true) code.op('f64.add');
    code.op('f64.store', offset);
    code.release(address);
  };
  if (present === true) {
    add();
    return;
  }
  if (place.tag === 'item') hasItem(writer, into, place.index);
  else writer.atom(into);
  code.when(add);
}

/** Makes an array whose items are written later. */
export function tape(writer: Writer, statement: Tape): void {
  const made = targetOf(statement);
  const [size, place] = [stride(arrayOf(made.kind)), writer.declare(made)];
  allocateArray(writer.around.runtime, writer.code, () => writer.atom(statement.count), size, place);
}

/** Writes an item of an array. */
export function keep(writer: Writer, { array: into, index, values }: Keep | Update): void {
  const { code } = writer;
  const address = code.local('i32');
  const offset = itemAddress(writer, into, index);
  code.set(address);
  values.forEach((value, k) => {
    code.get(address);
    writer.atom(value);
    store(code, value.kind, offset + WORD * k);
  });
  code.release(address);
}

/** Keeps values on the stack. */
export function push(writer: Writer, values: readonly Atom[]): void {
  const { code } = writer;
  const address = keepAtTop(writer, values);
  code
    .get(address)
    .i32(WORD * values.length)
    .op('i32.add')
    .op('global.set', writer.around.runtime.kept.top);
  code.release(address);
}

/** Writes values to the top of the stack, which has room for them then; returns a local with the address. */
export function keepAtTop(writer: Writer, values: readonly Atom[]): number {
  const { code } = writer;
  const { runtime } = writer.around;
  const bytes = WORD * values.length;
  const address = code.local('i32');
  code.op('global.get', runtime.kept.top).i32(bytes).op('i32.add').op('global.get', runtime.kept.end).op('i32.gt_u');
  code.when(() => code.i32(bytes).op('call', runtime.more(runtime.kept)));
  code.op('global.get', runtime.kept.top).set(address);
  values.forEach((value, k) => {
    code.get(address);
    writer.atom(value);
    store(code, value.kind, WORD * k);
  });
  return address;
}

/** Takes values from the stack. */
export function pop(writer: Writer, targets: readonly Variable[]): void {
  const { code } = writer;
  const { runtime } = writer.around;
  const address = code.local('i32');
  code.op('global.get', runtime.kept.top).op('global.get', runtime.kept.start).op('i32.eq');
  code.when(() => code.op('call', runtime.less(runtime.kept)));
  code
    .op('global.get', runtime.kept.top)
    .i32(WORD * targets.length)
    .op('i32.sub')
    .set(address);
  code.get(address).op('global.set', runtime.kept.top);
  takeFrom(writer, address, targets);
  code.release(address);
}

/** Reads values that were kept from the address in a local. */
export function takeFrom(writer: Writer, address: number, targets: readonly Variable[]): void {
  const { code } = writer;
  targets.forEach((target, k) => {
    code.get(address);
    load(code, target.kind, WORD * k);
    code.set(writer.declare(target));
  });
}
