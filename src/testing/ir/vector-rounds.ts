/** Loops over arrays, what they leave when a module runs them, and what the interpreter leaves. */
import fc from 'fast-check';
import { Builder, intConstant, Numbers, realConstant } from '../../compile/ir/builder';
import type { IrProgram } from '../../compile/ir/program';
import type { ArrayLayout } from '../../compile/ir/kind';
import type { Atom, Variable } from '../../compile/ir/tree';
import { WORD } from '../../compile/emit/layout';
import type { ModuleInstance } from '../../compile/run/instance';
import type { OperationName } from '../../language/operations/names';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import type { ArrayDatum, IrValue } from './data';
import { interpret } from './interpret';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'real'] };

/** Arrays that a loop reads, and arrays that it writes. Items are read and written at indices below twice the count and this. */
const MARGIN = 8;
/** The kinds of the arrays. */
export const KINDS = [REALS, REALS, PAIRS, REALS, REALS, PAIRS] as const;

/** The operations that two rounds compute at once. */
export const OPERATIONS: readonly OperationName[] = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'negate',
  'abs',
  'sqrt',
  'relu',
  'max',
  'min',
  'powerInt',
];

/** A step of a round: an operation, or reading or writing an item. The numbers choose among what there is. */
export interface Choice {
  readonly what: 'operation' | 'item' | 'add' | 'keep' | 'toReal';
  readonly operation: number;
  readonly first: number;
  readonly second: number;
  readonly array: number;
  readonly index: number;
  readonly derivative: boolean;
}

interface Loop {
  readonly round: readonly Choice[];
  readonly down: boolean;
  /** The reals that are carried, and whether they are sums of all rounds. */
  readonly carried: readonly (readonly [number, boolean])[];
  /** The loop adds this to an int in each round, if it carries one. */
  readonly step: number | undefined;
  /** The parts of an array that it makes instead of carrying reals. */
  readonly makes: readonly number[] | undefined;
}

const small = fc.nat(1000);
const choice: fc.Arbitrary<Choice> = fc.record({
  what: fc.constantFrom('operation', 'operation', 'operation', 'item', 'add', 'keep', 'toReal'),
  operation: small,
  first: small,
  second: small,
  array: small,
  index: small,
  derivative: fc.boolean(),
});
/** A loop over arrays whose rounds may run two at a time. */
export const loop: fc.Arbitrary<Loop> = fc.record({
  round: fc.array(choice, { minLength: 1, maxLength: 14 }),
  down: fc.boolean(),
  carried: fc.array(fc.tuple(small, fc.boolean()), { maxLength: 3 }),
  step: fc.option(fc.constantFrom(-2, -1, 1, 2), { nil: undefined }),
  makes: fc.option(fc.array(small, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 4 }),
});

function pick<T>(all: readonly T[], number: number): T {
  const found = all[number % all.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

/** Returns one of the atoms; what was computed last more often than what was there before. */
function late(all: readonly Atom[], number: number): Atom {
  const last = all.slice(-3);
  return pick([...last, ...last, ...all], number);
}

/**
 * Returns a program with a loop: its parameters are the arrays, two reals and the count, its results what is left. Only
 * derivatives use what may be infinite: operations of derivatives, and arrays that are written.
 */
export function programOf({ round, down, carried, step, makes }: Loop, isDerivative: boolean): IrProgram {
  const numbers = new Numbers();
  const arrays = KINDS.map((kind) => numbers.variable(kind));
  const [x, y, n, index] = [
    numbers.variable('real'),
    numbers.variable('real'),
    numbers.variable('int'),
    numbers.variable('int'),
  ];
  const outer = new Builder(numbers, undefined, true);
  const last = outer.operation('addInt', n, intConstant(MARGIN - 1));
  const isBuild = makes !== undefined;
  const counter = step === undefined || isBuild ? undefined : numbers.variable('int');
  const parameters = isBuild ? [] : carried.map(() => numbers.variable('real'));
  const body = new Builder(numbers, undefined, true);
  const finite: Atom[] = [x, y, ...[1, -0, 2.5].map(realConstant), ...parameters.filter((_, i) => i % 2 === 0)];
  const all: Atom[] = [...finite, ...parameters.filter((_, i) => i % 2 === 1)];
  const at = (choice: number): Atom => {
    const by = intConstant(choice % 4);
    switch (Math.floor(choice / 4) % 8) {
      case 0:
        return body.operation('subtractInt', last, index);
      case 1:
        return body.operation('multiplyInt', index, intConstant(2));
      case 2:
        return by;
      case 3:
        return counter ?? index;
      case 4:
        return index;
      default:
        return body.operation('addInt', index, by);
    }
  };
  for (const { what, operation, first, second, array, index: where, derivative } of round) {
    const inner = new Builder(numbers, undefined, derivative || isDerivative);
    switch (what) {
      case 'operation': {
        const name = pick(OPERATIONS, operation);
        const from = inner.derivative ? all : finite;
        const isUnary = ['negate', 'abs', 'sqrt', 'relu'].includes(name);
        const right = name === 'powerInt' ? intConstant(1 + (second % 4)) : pick(from, second);
        const made = inner.operation(name, late(from, first), ...(isUnary ? [] : [right]));
        body.statements.push(...inner.statements);
        all.push(made);
        if (!inner.derivative) finite.push(made);
        break;
      }
      case 'item': {
        const from = pick(arrays.slice(0, 4), array);
        const kinds = from.kind === PAIRS ? (['real', 'real'] as const) : (['real'] as const);
        const parts = body.add(kinds, { tag: 'item', array: from, index: at(where), checked: false });
        all.push(...parts);
        if (from !== arrays[3]) finite.push(...parts);
        break;
      }
      case 'add': {
        const shadow = pick(arrays.slice(3), array);
        const part = shadow.kind === PAIRS ? second % 2 : 0;
        const place = { tag: 'item', index: at(where), part } as const;
        const replaces = operation % 4 === 0;
        body.add([], {
          tag: 'accumulate',
          shadow,
          place,
          amount: late(all, first),
          present: true,
          ...(replaces ? { replaces } : {}),
        });
        break;
      }
      case 'keep': {
        const into = pick(arrays.slice(3), array);
        const values = into.kind === PAIRS ? [late(all, first), pick(all, second)] : [late(all, first)];
        body.add([], { tag: 'keep', array: into, index: at(where), values });
        break;
      }
      default: {
        const made = body.operation('toReal', at(where));
        all.push(made);
        finite.push(made);
      }
    }
  }
  const made = isBuild
    ? makes.map((each) => late(all, each))
    : carried.map(([each, isSum], i) => {
        const from = i % 2 === 0 ? finite : all;
        const [value, parameter] = [late(from, each), parameters[i] ?? x];
        if (!isSum) return value;
        // A sum of what is finite is tested, so that it is finite.
        const inner = new Builder(numbers, undefined, i % 2 === 1 || isDerivative);
        const sum = inner.operation('add', value, parameter);
        body.statements.push(...inner.statements);
        return sum;
      });
  let loopResults: readonly Variable[];
  if (isBuild) {
    const kind = makes.length === 1 ? REALS : PAIRS;
    loopResults = outer.add([kind], { tag: 'build', count: n, index, body: body.block(made) });
  } else {
    const next = counter === undefined ? [] : [body.operation('addInt', counter, intConstant(step ?? 0))];
    const kinds = [...parameters, ...(counter === undefined ? [] : [counter])];
    const start = step !== undefined && step < 0 ? outer.operation('multiplyInt', n, intConstant(2)) : intConstant(0);
    const first = outer.operation('addInt', start, intConstant(3));
    loopResults = outer.add(
      kinds.map(({ kind }) => kind),
      {
        tag: 'for',
        index,
        count: n,
        down,
        parameters: kinds,
        initial: [...parameters.map((_, i) => realConstant(i + 0.5)), ...(counter === undefined ? [] : [first])],
        body: body.block([...made, ...next]),
        forgets: false,
      },
    );
  }
  const main = { id: 0, name: 'main', parameters: [...arrays, x, y, n], body: outer.block(loopResults) };
  return { functions: new Map([[0, main]]), entries: new Map([['value', 0]]) };
}

/** The items of the arrays, reals, and which of the arrays is another one, too. */
export interface Given {
  readonly items: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly alias: readonly [number, number] | undefined;
}

const real = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -8, max: 8, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 1e200, -1e200, 5e-324, -3, Number.MAX_VALUE) },
);
/** The arguments of a loop. */
export const givens: fc.Arbitrary<Given> = fc.record({
  items: fc.array(real, { minLength: 7, maxLength: 40 }),
  x: real,
  y: real,
  alias: fc.option(fc.constantFrom([0, 3], [3, 4], [1, 4], [2, 5]), { nil: undefined, freq: 2 }),
});

/** The end of a run: how it ended, its results, and the items of all arrays. */
interface Left {
  readonly tag: string;
  readonly reals: readonly number[];
}

/** Returns the arrays' items for a count; the arrays that are the same are one object. */
function arraysOf({ items, alias }: Given, count: number): readonly (readonly number[])[] {
  const arrays = KINDS.map((kind, k) => {
    const length = (2 * count + MARGIN) * kind.item.length;
    return Array.from({ length }, (_, i) => pick(items, 3 * i + 5 * k));
  });
  return arrays.map((each, k) => (alias?.[1] === k ? (arrays[alias[0]] ?? each) : each));
}

/** Returns what the interpreter leaves after a loop of so many rounds. */
export function interpreted(program: IrProgram, given: Given, count: number): Left {
  const data = new Map<readonly number[], ArrayDatum>();
  const arrays = arraysOf(given, count).map((parts, k) => {
    const layout = KINDS[k] ?? REALS;
    const datum = data.get(parts) ?? {
      tag: 'array',
      layout,
      count: parts.length / layout.item.length,
      parts: [...parts],
      freed: false,
    };
    data.set(parts, datum);
    return datum;
  });
  const ended = interpret(program, 'value', [...arrays, given.x, given.y, BigInt(count)], 1e6);
  if (ended.tag !== 'values') return { tag: ended.tag, reals: [] };
  return { tag: 'done', reals: [...ended.values, ...arrays].flatMap(realsOf) };
}

function realsOf(value: IrValue | undefined): readonly number[] {
  if (typeof value === 'object') return value.tag === 'array' ? value.parts.flatMap(realsOf) : [];
  return [Number(value)];
}

/** Returns what a module leaves after a loop of so many rounds. */
export function run(program: IrProgram, instance: ModuleInstance, given: Given, count: number): Left {
  instance.begin(COMMAND_LINE_BUDGET);
  const places = new Map<readonly number[], number>();
  const arrays = arraysOf(given, count);
  const addresses = arrays.map((parts, k) => {
    const width = KINDS[k]?.item.length ?? 1;
    const place = places.get(parts) ?? instance.allocateArray(parts.length / width, WORD * width);
    places.set(parts, place);
    instance.reals.set(parts, place / WORD + 1);
    return place;
  });
  const { slots } = instance;
  addresses.forEach((address, k) => {
    instance.view.setUint32(slots + WORD * k, address, true);
  });
  instance.view.setFloat64(slots + WORD * 6, given.x, true);
  instance.view.setFloat64(slots + WORD * 7, given.y, true);
  instance.view.setBigInt64(slots + WORD * 8, BigInt(count), true);
  const ended = instance.run('value');
  if (ended !== 'done') return { tag: ended, reals: [] };
  const read = (address: number, width: number): readonly number[] => {
    const start = address / WORD + 1;
    return [...instance.reals.slice(start, start + width * instance.view.getUint32(address, true))];
  };
  const results = (program.functions.get(0)?.body.results ?? []).flatMap(({ kind }, i): readonly number[] => {
    const slot = slots + WORD * (9 + i);
    if (kind === 'real') return [instance.view.getFloat64(slot, true)];
    if (kind === 'int') return [Number(instance.view.getBigInt64(slot, true))];
    return read(instance.view.getUint32(slot, true), kind === PAIRS ? 2 : 1);
  });
  return {
    tag: 'done',
    reals: [...results, ...addresses.flatMap((each, k) => read(each, KINDS[k]?.item.length ?? 1))],
  };
}
