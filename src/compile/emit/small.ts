import type { Kind, VariantLayout } from '../ir/kind';
import { allocateQuickly } from './allocation';
import type { Code } from './code';
import { FAULT } from './host';
import { FIRST_ADDRESS, hasHeader, WORD } from './layout';
import type { Visit } from './walk';

/*
 * Walks over small data that have no branches on its constructor, which processors would often guess wrongly: each word is
 * handled as the constructor wants it, by masks. A constructor without fields is no address: what is read for it, from
 * the lowest memory, is left out.
 */

/** Stores into the data that is made the address of new data like a part of the first cursor, whose reals are 0. */
export function smallShadow(visit: Visit, layout: VariantLayout, offset: number): void {
  const { code, runtime, made } = visit;
  const small = new Small(visit, layout, offset);
  const { value, start, words } = small;
  const place = code.local('i32');
  // The memory for the most fields is there; what is not needed is used again.
  code.i32(start + WORD * words);
  allocateQuickly(runtime, code);
  code.set(place);
  if (start > 0) code.get(place).get(value).op('i32.load', 0).op('i32.store', 0);
  for (let k = 0; k < words; k++) {
    code.get(place);
    small.word(k, (kind) => kind !== 'real').op('i64.store', start + WORD * k);
  }
  code.get(place);
  small
    .table(4, (fields) => start / WORD + fields.length)
    .i32(WORD)
    .op('i32.mul');
  small.isAddress().op('i32.mul').op('i32.add').op('global.set', runtime.top);
  code.get(made).get(place).get(value);
  small.isAddress().op('select').op('i32.store', offset);
  small.release();
  code.release(place);
}

/** Stops the run if a real of a part of the first cursor is not finite. */
export function smallFinite(visit: Visit, layout: VariantLayout, offset: number): void {
  const { code, runtime } = visit;
  const small = new Small(visit, layout, offset);
  const real = code.local('f64');
  code.op('i64.const', 0);
  for (let k = 0; k < small.words; k++) {
    if (!layout.constructors.some(({ fields }) => fields[k] === 'real')) continue;
    // A real less itself is 0, of which no bit is set, but NaN if it is not finite.
    small
      .word(k, (kind) => kind === 'real')
      .op('f64.reinterpret_i64')
      .op('local.tee', real)
      .get(real)
      .op('f64.sub');
    code.op('i64.reinterpret_f64').op('i64.or');
  }
  code.op('i64.const', 0).op('i64.ne');
  small.isAddress().op('i32.and');
  code.when(() => {
    runtime.fault(code, FAULT.result);
  });
  small.release();
  code.release(real);
}

/** A part of data that a walk handles. */
class Small {
  /** Its address, or its constructor without fields. */
  readonly value: number;
  /** The offset of its first field, and the most fields. */
  readonly start: number;
  readonly words: number;
  private readonly code: Code;
  private readonly layout: VariantLayout;
  private readonly tag: number;

  constructor({ code, cursors: [cursor = 0] }: Visit, layout: VariantLayout, offset: number) {
    this.code = code;
    this.layout = layout;
    [this.value, this.tag] = [code.local('i32'), code.local('i32')];
    this.words = Math.max(...layout.constructors.map(({ fields }) => fields.length));
    this.start = hasHeader(layout) ? WORD : 0;
    code.get(cursor).op('i32.load', offset).set(this.value);
    if (this.start > 0) code.get(this.value).op('i32.load', 0).set(this.tag);
    else code.i32(layout.constructors.findIndex(({ fields }) => fields.length > 0)).set(this.tag);
  }

  release(): void {
    for (const local of [this.value, this.tag]) this.code.release(local);
  }

  /** Leaves whether the data has fields. */
  isAddress(): Code {
    return this.code.get(this.value).i32(FIRST_ADDRESS).op('i32.ge_u');
  }

  /** Leaves a number of a few bits that each constructor has. */
  table(bits: number, of: (fields: readonly Kind[]) => number): Code {
    const numbers = this.layout.constructors.map(({ fields }, i) => of(fields) * 2 ** (bits * i));
    const all = numbers.reduce((sum, each) => sum + each, 0);
    const { code } = this;
    code.i32(all | 0).get(this.tag);
    if (bits > 1) code.i32(bits).op('i32.mul');
    return code
      .op('i32.shr_u')
      .i32(2 ** bits - 1)
      .op('i32.and');
  }

  /** Leaves a word as an i64 if the constructor has a field there whose kind counts, else 0. */
  word(k: number, counts: (kind: Kind) => boolean): Code {
    const { code, value, start } = this;
    if (!this.layout.constructors.some(({ fields: { [k]: kind } }) => kind !== undefined && counts(kind)))
      return code.op('i64.const', 0);
    const has = code.local('i32');
    this.table(1, ({ [k]: kind }) => (kind !== undefined && counts(kind) ? 1 : 0)).set(has);
    // A word that it lacks may be beyond the memory: its first one is read instead.
    code
      .get(value)
      .get(has)
      .i32(WORD * k)
      .op('i32.mul')
      .op('i32.add')
      .op('i64.load', start);
    code.op('i64.const', 0).get(has).op('i64.extend_i32_u').op('i64.sub').op('i64.and');
    code.release(has);
    return code;
  }
}
