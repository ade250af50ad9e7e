import type { Pattern, Term } from '../../../language/core/tree';
import { internalError } from '../../../language/source/internal-error';
import { REAL, type Type } from '../../../language/types/type';
import { NO_SLOT } from '../../../semantics/code';
import { itemsOf } from '../../../semantics/reals';
import { Cell, Items, type Value } from '../../../semantics/value';
import { originAt, type InstructionPlace } from './place';
import { TUPLE_DEPTH_LIMIT, list, UNIT_TERM, traceValue, type TraceTypes } from './representation';
import type { Shadow } from './shadow';
import { iteratedPair, type TraceTerm } from './term';
import { traceTypeOf } from './types';
import { TOO_DEEP, type TraceWriter } from './writer';

/**
 * Tuples, and variants, lists and arrays (ours), represented as in `representation.ts`. The run decides which arm is
 * taken, where a sequence ends and which item is indexed, as it does for conditionals. A pattern or an index names a
 * part of the value; a part that is known is not bound.
 */
export class Structures {
  private readonly writer: TraceWriter;
  private readonly shadow: Shadow;
  private readonly types: TraceTypes;
  /** Whether values are closed and not bound: in ordinary evaluation outside derivatives. */
  private readonly isClosed: () => boolean;
  /** The items of the running folds, and the items made so far of the running builds, by their first slot. */
  private readonly items = new Map<number, TraceTerm[]>();

  constructor(writer: TraceWriter, shadow: Shadow, types: TraceTypes, isClosed: () => boolean) {
    this.writer = writer;
    this.shadow = shadow;
    this.types = types;
    this.isClosed = isClosed;
  }

  /** Puts a redex's value into its slot; `open` makes the value with its free variables. */
  settle(at: InstructionPlace, slot: number, type: Type, open: () => TraceTerm): void {
    this.shadow.slots[slot] = !this.types.isBound(type)
      ? UNIT_TERM
      : this.isClosed()
        ? (traceValue(at.machine.slots[slot], type, this.types) ?? UNIT_TERM)
        : open();
  }

  /** <V, ..., W> is a value. */
  tuple(at: InstructionPlace): void {
    const { operands, term } = at.instruction;
    const types =
      term?.type.tag === 'product'
        ? term.type.items
        : term?.type.tag === 'record'
          ? term.type.fields.map((field) => field.type)
          : internalError('a tuple of another type');
    const items = operands.map((operand, k) => this.shadow.value(at, operand, types[k] ?? REAL));
    this.shadow.slots[at.base + at.instruction.target] = iteratedPair(items, originAt(at));
  }

  /** fst(V) ~> fst(V), snd(V) ~> snd(V): as often as the component's nesting needs. */
  project(at: InstructionPlace, arity: number): void {
    const { instruction, base } = at;
    const { pattern, b: index } = instruction;
    const target = base + instruction.target;
    const tuple = this.shadow.value(at, instruction.a, REAL);
    const origin = originAt(at);
    const type = (pattern ?? instruction.term)?.type ?? REAL;
    const { term } = instruction;
    const whole = term?.tag === 'projection' ? term.tuple.type : term?.tag === 'field' ? term.record.type : undefined;
    // The parts are known if a match or fold pattern names them, or if the tuple does not consist of reals alone.
    const isNamed = pattern !== undefined && (term?.tag === 'match' || term?.tag === 'fold');
    if (isNamed || (whole !== undefined && traceTypeOf(whole) === undefined)) {
      this.give(at, type, () => this.item(at, tuple, arity, index));
      return;
    }
    const component = (): TraceTerm => this.writer.component(tuple, index, arity, origin, pattern !== undefined);
    if (pattern === undefined) this.settle(at, target, type, component);
    else
      this.shadow.slots[target] = this.types.isBound(type)
        ? this.writer.bindPattern(pattern, component(), origin)
        : UNIT_TERM;
  }

  /** C V is represented by V. */
  construct(at: InstructionPlace): void {
    const { instruction } = at;
    const term = constructOf(instruction.term);
    this.give(at, term.type, () => this.shadow.value(at, instruction.a, term.payload?.type ?? REAL));
  }

  /** V :: W is represented by <V, W>. */
  cons(at: InstructionPlace): void {
    const { instruction } = at;
    const { type } = constructOf(instruction.term);
    this.give(at, type, () =>
      instruction.flag
        ? this.shadow.value(at, instruction.a, REAL)
        : list([this.shadow.value(at, instruction.a, itemOf(type))], this.shadow.value(at, instruction.b, type)),
    );
  }

  /** match C V with ... | C p -> M | ... ~> C when M ~> C, with V for p. */
  match(at: InstructionPlace, value: Value): void {
    const { instruction } = at;
    const { term } = instruction;
    if (term?.tag !== 'match') return internalError('a match without its term');
    const taken = value === null ? '[]' : value instanceof Cell ? '::' : (value as { readonly name: string }).name;
    const arm = instruction.arms.find((each) => each.name === taken);
    const payload = term.arms.find((each) => each.constructorName === taken)?.payload;
    if (arm === undefined || payload === undefined) return;
    const { slots } = this.shadow;
    const given = this.shadow.value(at, instruction.a, term.scrutinee.type);
    if (arm.tail === NO_SLOT) {
      if (arm.target !== NO_SLOT) this.settle(at, at.base + arm.target, payload.type, () => given);
      return;
    }
    const [head, tail] = payload.tag === 'tuple' ? payload.items : [];
    if (head === undefined || tail === undefined) return internalError('the payload of :: is a pair');
    const name = (side: 'fst' | 'snd', pattern: Pattern, slot: number): void => {
      if (pattern.tag === 'wildcard') slots[slot] = UNIT_TERM;
      else this.settle(at, slot, pattern.type, () => this.writer.part(side, given, originAt(at)));
    };
    name('fst', head, at.base + arm.target);
    name('snd', tail, at.base + arm.tail);
  }

  /** [V, ...] */
  sequence(at: InstructionPlace): void {
    const { operands, term, flag } = at.instruction;
    const type = term?.type ?? REAL;
    this.give(at, type, () => {
      const items = operands.map((operand) => this.shadow.value(at, operand, itemOf(type)));
      return this.made(at, items, flag);
    });
  }

  /** fold (p, q) -> M over [V1, ..., Vn] from W: M with Vn for p and W for q, and so on with the value of M for q. */
  beginFold(at: InstructionPlace, sequence: Value): void {
    const { instruction, base } = at;
    const { term } = instruction;
    if (term?.tag !== 'fold') return internalError('a fold without its term');
    const state = base + instruction.target;
    const given = this.shadow.value(at, instruction.a, term.sequence.type);
    this.items.set(state, this.itemsOf(at, given, sequence, term.sequence.type));
    this.shadow.slots[state + 2] = this.shadow.value(at, instruction.b, term.start.type);
  }

  nextOfFold(at: InstructionPlace): void {
    const { instruction, base, machine } = at;
    const { term } = instruction;
    if (term?.tag !== 'fold') return internalError('a fold without its term');
    const { slots } = this.shadow;
    const state = base + instruction.a;
    const accumulated = slots[state + 2] ?? UNIT_TERM;
    if (machine.instruction !== instruction.alternative) {
      this.items.delete(state);
      slots[base + instruction.target] = accumulated;
      return;
    }
    const item = this.items.get(state)?.[machine.slots[state + 1] as number] ?? UNIT_TERM;
    this.settle(at, state + 3, term.item.type, () => item);
    // The pair is bound: it may be used more than once, and would otherwise be as large as all steps before it.
    if (accumulated.tag === 'pair') {
      slots[state + 2] = this.writer.bindPattern(term.accumulator, accumulated, originAt(at));
    }
  }

  /** [|V0, ..., Vn|][i] is Vi. */
  index(at: InstructionPlace, array: Value, index: Value): void {
    const { instruction } = at;
    const type = termOf(instruction.term).type;
    this.give(at, type, () => {
      const given = this.shadow.value(at, instruction.a, type);
      return this.item(at, given, itemsOf(array).length, index as number);
    });
  }

  append(at: InstructionPlace, left: Value): void {
    const { instruction, machine } = at;
    const { type } = termOf(instruction.term);
    this.give(at, type, () => {
      const [first, second] = [instruction.a, instruction.b].map((operand) => this.shadow.value(at, operand, type));
      if (first === undefined || second === undefined) return internalError('an operand is missing');
      const items = this.itemsOf(at, first, left, type);
      if (type.tag === 'sequence' && type.container === 'list') {
        this.checkLength(at, items.length);
        return list(items, second);
      }
      const all = machine.slots[at.base + instruction.target];
      const length = itemsOf(all).length - items.length;
      const others = Array.from({ length }, (_, k) => this.item(at, second, length, k));
      return this.made(at, [...items, ...others], true);
    });
  }

  /** toArray [V0, ..., Vn] is [|V0, ..., Vn|]. */
  toArray(at: InstructionPlace, sequence: Value): void {
    const { term, a } = at.instruction;
    const { arguments: given, type } = intrinsicOf(term);
    const from = given[0]?.type ?? type;
    this.give(at, type, () => {
      const shadow = this.shadow.value(at, a, from);
      return sequence instanceof Items ? shadow : this.made(at, this.itemsOf(at, shadow, sequence, from), true);
    });
  }

  /** update [|V0, ..., Vn|] i W is [|V0, ..., Vn|] with W for Vi. */
  update(at: InstructionPlace, array: Value, index: Value): void {
    const { operands, term } = at.instruction;
    const { type } = intrinsicOf(term);
    this.give(at, type, () => {
      const items = this.itemsOf(at, this.shadow.value(at, operands[0] ?? 0, type), array, type);
      const replaced = this.shadow.value(at, operands[2] ?? 0, itemOf(type));
      return this.made(at, items.with(index as number, replaced), true);
    });
  }

  beginBuild({ instruction, base }: InstructionPlace): void {
    const state = base + instruction.target;
    this.items.set(state, []);
    this.shadow.slots[state + 2] = UNIT_TERM;
  }

  storeInBuild({ instruction, base }: InstructionPlace): void {
    const state = base + instruction.a;
    this.items.get(state)?.push(this.shadow.slots[state + 3] ?? UNIT_TERM);
  }

  /** build n f is [|f 0, ..., f (n - 1)|]. */
  nextOfBuild(at: InstructionPlace): void {
    const { instruction, base, machine } = at;
    if (machine.instruction === instruction.alternative) return;
    const state = base + instruction.a;
    const items = this.items.get(state) ?? [];
    this.items.delete(state);
    this.give(at, termOf(instruction.term).type, () => this.made(at, items, true));
  }

  private give(at: InstructionPlace, type: Type, value: () => TraceTerm): void {
    this.settle(at, at.base + at.instruction.target, type, value);
  }

  private made(at: InstructionPlace, items: readonly TraceTerm[], isArray: boolean): TraceTerm {
    if (!this.checkLength(at, items.length)) return UNIT_TERM;
    return isArray ? iteratedPair(items, originAt(at)) : list(items, UNIT_TERM);
  }

  private checkLength(at: InstructionPlace, length: number): boolean {
    if (length <= TUPLE_DEPTH_LIMIT) return true;
    this.writer.problem ??= { tag: 'outside', reason: TOO_DEEP, span: originAt(at) };
    return false;
  }

  private itemsOf(at: InstructionPlace, given: TraceTerm, sequence: Value, type: Type): TraceTerm[] {
    const { length } = itemsOf(sequence);
    if (!this.types.isBound(type) || !this.checkLength(at, length)) return [];
    if (sequence !== null && !(sequence instanceof Cell)) {
      return Array.from({ length }, (_, k) => this.item(at, given, length, k));
    }
    const items: TraceTerm[] = [];
    const origin = originAt(at);
    let rest = given;
    for (let k = 0; k < length; k++) {
      if (k > 0) rest = this.writer.part('snd', rest, origin);
      items.push(this.writer.part('fst', rest, origin));
    }
    return items;
  }

  /** Returns component `index` of an iterated product. */
  private item(at: InstructionPlace, tuple: TraceTerm, length: number, index: number): TraceTerm {
    let rest = tuple;
    for (let k = length - 1; k > 0; k--) {
      if (k === index) return this.writer.part('snd', rest, originAt(at));
      rest = this.writer.part('fst', rest, originAt(at));
    }
    return rest;
  }
}

function constructOf(term: Term | undefined): Extract<Term, { tag: 'construct' }> {
  return term?.tag === 'construct' ? term : internalError('a constructor without its term');
}

function intrinsicOf(term: Term | undefined): Extract<Term, { tag: 'intrinsic' }> {
  return term?.tag === 'intrinsic' ? term : internalError('an intrinsic without its term');
}

function termOf(term: Term | undefined): Term {
  return term ?? internalError('an instruction without its term');
}

function itemOf(type: Type): Type {
  return type.tag === 'sequence' ? type.item : internalError('a sequence of another type');
}
