import { internalError } from '../../language/source/internal-error';
import type { Accumulate, Atom, Build, For, Item, Keep, Operation, Variable } from '../ir/tree';
import type { Code } from './code';
import { FAULT } from './host';
import { shuffleOf } from './instructions';
import { arrayOf, fieldOffset, store, stride, typeOf, WORD } from './layout';
import { itemAddress } from './memory';
import { addBoth, type Lane, loadBoth, type Place, storeBoth } from './vector-memory';
import { outsideDomain, vectorOperation } from './vector-operations';
import { FEWEST, type Plan, type Shift, type Step } from './vector-plan';
import type { Writer } from './writer';

/** An array that a loop makes: a local with the address of its next item less the header, and the size of that. */
export interface Made {
  readonly next: number;
  readonly size: number;
}

/**
 * Writes the rounds of a loop two at a time, as long as there are two. The rounds that are left, or all if two arrays are
 * the same memory, are for a loop of single rounds that follows and begins with the index in `at`.
 */
export function vectorLoop(writer: Writer, loop: For | Build, plan: Plan, at: number, made: readonly Made[]): void {
  const { code } = writer;
  code.op('i64.const', FEWEST);
  writer.atom(loop.count);
  code.op('i64.le_s');
  for (const [left, right] of plan.apart) {
    writer.atom(left).atom(right);
    code.op('i32.ne').op('i32.and');
  }
  code.when(() => {
    new VectorLoop(writer, loop, plan, at, made).write();
  });
}

class VectorLoop {
  private readonly writer: Writer;
  private readonly code: Code;
  private readonly loop: For | Build;
  private readonly plan: Plan;
  private readonly at: number;
  private readonly made: readonly Made[];
  private readonly down: boolean;
  /** The rounds in their order: the lower real is that of the lower index. */
  private readonly rounds: readonly Lane[];
  /** The locals with the reals of both rounds, by variable. */
  private readonly vectors = new Map<number, number>();
  /** The vectors that are the same in all rounds, by the reals that they hold. */
  private readonly same = new Map<string, number>();
  /** The values that parameters get from the round before, by parameter. */
  private readonly before = new Map<number, number>();
  /** A local of which bits are set where a value of some round is a fault. */
  private faults: number | undefined;

  constructor(writer: Writer, loop: For | Build, plan: Plan, at: number, made: readonly Made[]) {
    this.writer = writer;
    this.code = writer.code;
    this.loop = loop;
    this.plan = plan;
    this.at = at;
    this.made = made;
    this.down = loop.tag === 'for' && loop.down;
    this.rounds = this.down ? [1, 0] : [0, 1];
  }

  write(): void {
    const { code, writer, down, at, plan } = this;
    this.begin();
    const last = code.local('i64');
    if (!down) {
      writer.atom(this.loop.count);
      code.op('i64.const', 1).op('i64.sub').set(last);
    }
    code.op('loop');
    if (down) code.get(at).op('i64.const', 2).op('i64.sub').set(at);
    const counters = plan.counters.map(({ parameter, step }) => this.lower(parameter, step));
    for (const step of plan.steps) this.step(step);
    if (this.loop.tag === 'build') this.items(this.loop);
    if (plan.carried.length > 0 || plan.serial.length > 0) for (const lane of this.rounds) this.single(lane);
    this.keepShifted();
    for (const each of counters) each();
    if (down) code.op('i64.const', 1).get(at);
    else code.get(at).op('i64.const', 2).op('i64.add').op('local.tee', at).get(last);
    code.op('i64.lt_s').op('br_if', 0).op('end');
    code.release(last);
    this.end();
  }

  /** Writes what runs before the rounds. */
  private begin(): void {
    const { code, writer, plan } = this;
    for (const step of plan.steps) {
      if (step.tag === 'shift')
        this.before.set(
          step.parameter.id,
          this.twice(() => writer.atom(step.parameter)),
        );
      if (step.tag === 'operation' && step.operation === 'toReal') this.spread(step);
    }
    for (const atom of plan.outside) {
      const key = keyOf(atom);
      if (!this.same.has(key))
        this.same.set(
          key,
          this.twice(() => writer.atom(atom)),
        );
    }
    if (plan.tested.size > 0) this.faults = this.twice(() => code.op('f64.const', 0));
  }

  /** Returns a local with twice the real that `write` leaves. */
  private twice(write: () => void): number {
    write();
    const local = this.code.local('v128');
    this.code.op('f64x2.splat').set(local);
    return local;
  }

  /** Takes a vector of what is added to the int of the lower round to get that of each. */
  private spread({ arguments: [int] }: Operation): void {
    const { code } = this;
    const distance = this.distance(int);
    if (distance === 0 || this.same.has(spreadBy(distance))) return;
    const local = this.twice(() => code.op('f64.const', 0));
    code.get(local).op('f64.const', distance).op('f64x2.replace_lane', 1).set(local);
    this.same.set(spreadBy(distance), local);
  }

  private distance(atom: Atom | undefined): number {
    return atom?.tag === 'variable' ? (this.plan.distances.get(atom.id) ?? 0) : 0;
  }

  /** Makes an int that the loop carries stand for that of the lower round; returns what writes its next value. */
  private lower(parameter: Variable, step: number): () => void {
    const { code, writer } = this;
    const own = writer.placeOf(parameter);
    const lower = this.down ? code.local('i64') : own;
    if (this.down) {
      code.get(own).op('i64.const', step).op('i64.add').set(lower);
      writer.place(parameter, lower);
    }
    return () => {
      if (this.down) {
        writer.place(parameter, own);
        code.release(lower);
      }
      code.get(own);
      code
        .op('i64.const', 2 * step)
        .op('i64.add')
        .set(own);
    };
  }

  /** Returns the local with a real of both rounds. */
  private vectorOf(atom: Atom): number {
    const known = atom.tag === 'variable' ? this.vectors.get(atom.id) : undefined;
    return known ?? this.same.get(keyOf(atom)) ?? internalError('a vector');
  }

  /** Leaves a real of both rounds. */
  private readonly both = (atom: Atom): void => {
    this.code.get(this.vectorOf(atom));
  };

  /** Takes a variable's reals of both rounds from the stack. */
  private set({ id }: Variable): void {
    const local = this.code.local('v128');
    this.code.set(local);
    this.vectors.set(id, local);
  }

  private step(step: Step): void {
    switch (step.tag) {
      case 'shift':
        this.shift(step);
        return;
      case 'operation':
        this.operation(step);
        return;
      case 'item':
        this.item(step);
        return;
      case 'accumulate':
        this.accumulate(step);
        return;
      case 'keep':
        this.keep(step);
        return;
      default:
        this.writer.write(step);
    }
  }

  private shift({ parameter, from }: Shift): void {
    // What the last of the two rounds before left, and the first of these.
    this.code.get(this.before.get(parameter.id) ?? internalError('a value of the round before'));
    this.both(from);
    this.code.op('i8x16.shuffle', this.down ? shuffleOf(3, 0) : shuffleOf(1, 2));
    this.set(parameter);
  }

  private operation(statement: Operation): void {
    const { code, writer } = this;
    const [target] = statement.targets;
    if (target?.kind !== 'real') {
      writer.write(statement);
      return;
    }
    if (!statement.derivative && outsideDomain(code, statement, this.both)) this.note();
    if (statement.operation === 'toReal') this.toReal(statement);
    else vectorOperation(code, statement, this.both);
    this.set(target);
    if (!writer.needsTest.has(target.id)) return;
    // A real less itself is 0, of which no bit is set, but NaN if it is not finite.
    this.both(target);
    this.both(target);
    code.op('f64x2.sub');
    this.note();
  }

  private toReal({ arguments: [int] }: Operation): void {
    const { code } = this;
    this.writer.atom(int ?? internalError('an int'));
    code.op('f64.convert_i64_s').op('f64x2.splat');
    const spread = this.same.get(spreadBy(this.distance(int)));
    if (spread !== undefined) code.get(spread).op('f64x2.add');
  }

  /** Notes the faults whose bits are on the stack. */
  private note(): void {
    const faults = this.faults ?? internalError('no fault is expected');
    this.code.get(faults).op('v128.or').set(faults);
  }

  /** Returns where the parts of an item are, with a local that is to be released. */
  private itemPlace(array: Atom, index: Atom): Place {
    const offset = itemAddress(this.writer, array, index);
    const address = this.code.local('i32');
    this.code.set(address);
    return { address, offset, distance: this.distance(index) * stride(arrayOf(array.kind)) };
  }

  private item({ array, index, targets }: Item): void {
    const place = this.itemPlace(array, index);
    targets.forEach((target, k) => {
      loadBoth(this.code, { ...place, offset: place.offset + WORD * k });
      this.set(target);
    });
    this.code.release(place.address);
  }

  private accumulate({ shadow, place, amount, replaces }: Accumulate): void {
    const { code } = this;
    let at: Place;
    if (place.tag === 'item') {
      at = this.itemPlace(shadow, place.index);
      at = { ...at, offset: at.offset + WORD * place.part };
    } else {
      at = { address: code.local('i32'), offset: fieldOffset(shadow.kind, place.index), distance: 0 };
      this.writer.atom(shadow).code.set(at.address);
    }
    if (replaces === true) storeBoth(code, at, this.vectorOf(amount));
    else addBoth(code, at, this.vectorOf(amount), this.rounds);
    code.release(at.address);
  }

  private keep({ array, index, values }: Keep): void {
    const place = this.itemPlace(array, index);
    values.forEach((value, k) => {
      storeBoth(this.code, { ...place, offset: place.offset + WORD * k }, this.vectorOf(value));
    });
    this.code.release(place.address);
  }

  /** Writes the items of both rounds into the arrays that the loop makes. */
  private items({ body: { results } }: Build): void {
    const { code, writer } = this;
    let part = 0;
    for (const { next, size } of this.made) {
      for (let offset = WORD; offset < WORD + size; offset += WORD) {
        const result = results[part++] ?? internalError('a part');
        if (result.kind === 'real') {
          storeBoth(code, { address: next, offset, distance: size }, this.vectorOf(result));
          continue;
        }
        for (const lane of this.rounds) {
          code.get(next);
          writer.atom(result);
          const distance = lane * this.distance(result);
          if (distance !== 0) code.op('i64.const', distance).op('i64.add');
          store(code, result.kind, offset + lane * size);
        }
      }
      code
        .get(next)
        .i32(2 * size)
        .op('i32.add')
        .set(next);
    }
  }

  /** Writes what is computed for one round after the other. */
  private single(lane: Lane): void {
    const { code, writer, plan } = this;
    const { serial, carried } = plan;
    const places: { readonly variable: Variable; readonly own: number | undefined; readonly local: number }[] = [];
    // An index is written as another plus a constant.
    const bases = plan.read.flatMap(({ id }) => writer.sums.get(id)?.base ?? []);
    for (const [, variable] of new Map([...plan.read, ...bases].map((each) => [each.id, each]))) {
      const vector = this.vectors.get(variable.id);
      if (vector !== undefined) code.get(vector).op('f64x2.extract_lane', lane);
      else {
        code
          .get(writer.placeOf(variable))
          .op('i64.const', lane * this.distance(variable))
          .op('i64.add');
      }
      const local = code.local(typeOf(variable.kind));
      code.set(local);
      places.push({ variable, own: writer.place(variable, local), local });
    }
    for (const statement of serial) writer.write(statement);
    for (const { result } of carried) writer.atom(result);
    for (const { parameter } of carried.toReversed()) code.set(writer.placeOf(parameter));
    for (const { targets } of serial) writer.forget(targets);
    for (const { variable, own, local } of places) {
      writer.place(variable, own);
      code.release(local);
    }
  }

  /** Keeps what the next rounds get from these. */
  private keepShifted(): void {
    const shifts = this.plan.steps.flatMap((step) => (step.tag === 'shift' ? [step] : []));
    for (const { from } of shifts) this.both(from);
    for (const { parameter } of shifts.toReversed()) this.code.set(this.before.get(parameter.id) ?? 0);
  }

  /** Writes what runs after the rounds. */
  private end(): void {
    const { code, writer, plan } = this;
    const last = this.down ? 0 : 1;
    for (const step of plan.steps) {
      if (step.tag !== 'shift') {
        writer.forget(step.targets);
        continue;
      }
      const { parameter } = step;
      code.get(this.before.get(parameter.id) ?? 0).op('f64x2.extract_lane', last);
      code.set(writer.placeOf(parameter));
    }
    if (this.faults !== undefined) {
      code.get(this.faults).op('v128.any_true');
      writer.faultIf(FAULT.result);
      code.release(this.faults);
    }
    for (const locals of [this.vectors, this.same, this.before])
      for (const local of locals.values()) code.release(local);
  }
}

const spreadBy = (distance: number): string => `spread ${distance}`;

/** Returns a name of a variable or a constant real. */
function keyOf(atom: Atom): string {
  if (atom.tag === 'variable') return `variable ${atom.id}`;
  const value = Number(atom.value);
  return Object.is(value, -0) ? '-0' : String(value);
}
