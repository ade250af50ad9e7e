import type { VariantDeclaration } from '../language/core/tree';
import { constructorsOf } from '../language/core/constructors';
import { assertNever } from '../language/source/internal-error';
import { DRAWN, type Type } from '../language/types/type';
import { partsOf, payloadType, sequenceOf } from './leaves';
import { shownNumber } from '../language/operations/show';
import {
  extraValue,
  misfit,
  missingField,
  missingValue,
  placed,
  unknownField,
  WANTED_BOOL,
  WANTED_INT,
  WANTED_REAL,
  WANTED_RECORD,
  WANTED_SEQUENCE,
  WANTED_STRING,
  WANTED_UNIT,
  wantedValues,
  wantedVariant,
} from './misfit';
import { isNestedDeeper } from './nesting';
import { eachItem, itemsOf } from './reals';
import { primalOf, Variant } from './value';
import type { Value } from './value';

export { primal, type RealLeaf, realLeaves, realValues, withRealLeaves } from './leaves';

/** A value in JSON (app.md, section 6): the format sent to the page, and read and printed by the command line. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Six significant digits, or as many as are needed to read back the same number. */
export type Digits = 6 | 'full';

/** Returns a real as a literal of the language: `1.5`, `3`, `1e-7`; negative zero is `0`. */
export function showReal(real: number, digits: Digits): string {
  const isShort = digits === 'full' || (Number.isInteger(real) && Math.abs(real) < 1e6);
  const rounded = isShort ? real : Number(real.toPrecision(digits));
  return shownNumber(rounded);
}

/**
 * Returns a value in the notation of the language: `(1.5, true)`, `[1, 2]`, `Just 3`. It can be as deep as memory
 * allows.
 */
export function showValue(
  value: Value,
  type: Type,
  digits: Digits,
  variants: readonly VariantDeclaration[] = [],
): string {
  return [...valuePieces(value, type, digits, variants)].join('');
}

/** Returns the same text of a derivative, with `_` for what is not real: an int that was passed through is none. */
export function showDerivative(value: Value, type: Type, variants: readonly VariantDeclaration[]): string {
  return [...derivativePieces(value, type, variants)].join('');
}

/** Returns the text of a derivative piece by piece. */
export function derivativePieces(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
): Generator<string, void> {
  return valuePieces(value, type, 6, variants, true);
}

/**
 * Returns the same text up to `most` characters, then `…` where there is more. It takes no longer for a larger value,
 * nor more memory: the text of a value that shares its parts can be larger than any memory.
 */
export function showStart(
  value: Value,
  type: Type,
  digits: Digits,
  variants: readonly VariantDeclaration[],
  most: number,
): string {
  let text = '';
  for (const piece of valuePieces(value, type, digits, variants)) {
    text += piece;
    if (text.length > most) return cutText(text, most);
  }
  return text;
}

/** Returns a text of at most `most` characters, followed by `…` if it was cut. */
export function cutText(text: string, most: number): string {
  // A character outside the basic plane is not cut in two.
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns the text of a value piece by piece. */
export function* valuePieces(
  value: Value,
  type: Type,
  digits: Digits,
  variants: readonly VariantDeclaration[],
  isDerivative = false,
): Generator<string, void> {
  // A stack: the last entry is written first.
  const pending: Written[] = [{ value, type, isArgument: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') yield next;
    else if ('items' in next) {
      if (next.type.tag === 'real') {
        const text = someReals(next.items, digits);
        if (text === '') continue;
        pending.push({ ...next, isFirst: false });
        yield next.isFirst ? text : `, ${text}`;
        continue;
      }
      const item = next.items.next();
      if (item.done === true) continue;
      pending.push({ ...next, isFirst: false }, { value: item.value, type: next.type, isArgument: false });
      if (!next.isFirst) yield ', ';
    } else if (isDerivative && isPassedThrough(next.type)) yield '_';
    else for (const part of written(next, digits, variants).reverse()) pending.push(part);
  }
}

/** The reals of a sequence that are one piece of text. */
const REALS_IN_PIECE = 64;

/** Returns the text of the next reals; empty at the end. */
function someReals(items: Iterator<Value, unknown>, digits: Digits): string {
  const reals: string[] = [];
  while (reals.length < REALS_IN_PIECE) {
    const item = items.next();
    if (item.done === true) break;
    reals.push(showReal(primalOf(item.value), digits));
  }
  return reals.join(', ');
}

/** Whether a leaf of a derivative has no meaning. */
function isPassedThrough({ tag }: Type): boolean {
  return tag === 'int' || tag === 'bool' || tag === 'string';
}

/** A piece of text, or a value or the rest of a sequence that is still to be written. */
type Written = string | WrittenValue | WrittenItems;

interface WrittenValue {
  readonly value: Value;
  readonly type: Type;
  readonly isArgument: boolean;
}

interface WrittenItems {
  readonly items: Iterator<Value, unknown>;
  /** The type of each item. */
  readonly type: Type;
  readonly isFirst: boolean;
}

function written(
  { value, type, isArgument }: WrittenValue,
  digits: Digits,
  variants: readonly VariantDeclaration[],
): Written[] {
  const part = (of: Value, partType: Type): Written => ({ value: of, type: partType, isArgument: false });
  switch (type.tag) {
    case 'real': {
      const real = showReal(primalOf(value), digits);
      return [isArgument ? asArgument(real) : real];
    }
    case 'int':
      return [isArgument ? asArgument(String(value)) : String(value)];
    case 'bool':
      return [value === true ? 'true' : 'false'];
    case 'string':
      return [JSON.stringify(value)];
    case 'unit':
      return ['()'];
    case 'product': {
      const parts = partsOf(value);
      return ['(', ...separated(type.items.map((item, at) => [part(parts[at], item)])), ')'];
    }
    case 'record': {
      const parts = partsOf(value);
      if (type.fields.length === 0) return ['{}'];
      const fields = type.fields.map((field, at) => [`${field.name} = `, part(parts[at], field.type)]);
      return ['{ ', ...separated(fields), ' }'];
    }
    case 'sum':
    case 'named': {
      if (type === DRAWN || !(value instanceof Variant)) return [type === DRAWN ? '<picture>' : '<value>'];
      const payload = payloadType(type, value.name, variants);
      if (payload === undefined) return [value.name];
      const applied: Written[] = [`${value.name} `, { value: value.payload, type: payload, isArgument: true }];
      return isArgument ? ['(', ...applied, ')'] : applied;
    }
    case 'sequence':
      return ['[', { items: eachItem(value), type: type.item, isFirst: true }, ']'];
    case 'function':
      return ['<function>'];
    case 'monad':
      return ['<action>'];
    case 'deltaMap':
      return ['<map>'];
    case 'variable':
      return ['<value>'];
    default:
      return assertNever(type);
  }
}

function separated(items: readonly (readonly Written[])[]): Written[] {
  return items.flatMap((item, at) => (at === 0 ? item : [', ', ...item]));
}

/** Adds parentheses to an argument of a constructor that is a number of more than one token. */
function asArgument(text: string): string {
  return /^[\w.]+$/.test(text) ? text : `(${text})`;
}

/**
 * The limit on nesting in JSON: deeper values would overflow the stack of the code that writes, sends or reads them.
 */
const MOST_NESTED = 1000;

/**
 * Returns a value as JSON. Functions become strings in angle brackets; values that are nested too deeply become strings
 * in the notation of the language.
 */
export function toJson(value: Value, type: Type, variants: readonly VariantDeclaration[] = []): Json {
  return isNestedDeeper(value, type, MOST_NESTED, variants)
    ? showValue(value, type, 'full', variants)
    : jsonOf(value, type, variants);
}

/** Returns a derivative as JSON, with null for what is not real: an int that was passed through is none. */
export function derivativeToJson(value: Value, type: Type, variants: readonly VariantDeclaration[]): Json {
  return isNestedDeeper(value, type, MOST_NESTED, variants)
    ? showDerivative(value, type, variants)
    : jsonOf(value, type, variants, true);
}

function jsonOf(value: Value, type: Type, variants: readonly VariantDeclaration[], isDerivative = false): Json {
  if (isDerivative && isPassedThrough(type)) return null;
  const json = (part: Value, partType: Type): Json => jsonOf(part, partType, variants, isDerivative);
  switch (type.tag) {
    case 'real': {
      const real = primalOf(value);
      return real === 0 ? 0 : real;
    }
    case 'int':
    case 'bool':
    case 'string':
      return value as number | boolean | string;
    case 'unit':
      return [];
    case 'product': {
      const parts = partsOf(value);
      return type.items.map((item, at) => json(parts[at], item));
    }
    case 'record': {
      const parts = partsOf(value);
      return Object.fromEntries(type.fields.map((field, at) => [field.name, json(parts[at], field.type)]));
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return null;
      const payload = payloadType(type, value.name, variants);
      return payload === undefined ? { tag: value.name } : { tag: value.name, value: json(value.payload, payload) };
    }
    case 'sequence': {
      const items = itemsOf(value);
      // Of a long array of reals, the growing array of `Array.from` would take several times its memory.
      if (items instanceof Float64Array && type.item.tag === 'real') return numbersOf(items);
      return Array.from(items, (item) => json(item, type.item));
    }
    case 'function':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return showValue(value, type, 6, variants);
    default:
      return assertNever(type);
  }
}

/** Returns the numbers in an array that does not grow, without negative zeros. */
function numbersOf(reals: Float64Array): number[] {
  const numbers = new Array<number>(reals.length);
  for (const [at, real] of reals.entries()) numbers[at] = real === 0 ? 0 : real;
  return numbers;
}

export type Reading =
  { readonly tag: 'ok'; readonly value: Value } | { readonly tag: 'wrong'; readonly message: string };

/** Reads a value of a type; an error message says what was expected and where in the value. */
export function fromJson(json: Json, type: Type, variants: readonly VariantDeclaration[] = []): Reading {
  return read(json, type, { place: '', depth: 0, variants });
}

interface Where {
  /** The path to the value. */
  readonly place: string;
  readonly depth: number;
  readonly variants: readonly VariantDeclaration[];
}

function read(json: Json, type: Type, where: Where): Reading {
  const { place, depth, variants } = where;
  if (depth > MOST_NESTED) {
    return { tag: 'wrong', message: `a value cannot be nested more than ${MOST_NESTED} levels deep` };
  }
  const inner = (part: Json, partType: Type, way: string): Reading =>
    read(part, partType, { place: `${place}${way}`, depth: depth + 1, variants });
  switch (type.tag) {
    case 'real':
      if (typeof json !== 'number' || !Number.isFinite(json)) return wrong(WANTED_REAL, json, place);
      return { tag: 'ok', value: json };
    case 'int':
      if (!Number.isSafeInteger(json)) return wrong(WANTED_INT, json, place);
      return { tag: 'ok', value: json };
    case 'bool':
      return typeof json === 'boolean' ? { tag: 'ok', value: json } : wrong(WANTED_BOOL, json, place);
    case 'string':
      return typeof json === 'string' ? { tag: 'ok', value: json } : wrong(WANTED_STRING, json, place);
    case 'unit':
      if (!isArray(json) || json.length > 0) return wrong(WANTED_UNIT, json, place);
      return { tag: 'ok', value: undefined };
    case 'product': {
      if (!isArray(json) || json.length !== type.items.length) {
        return wrong(wantedValues(type.items.length), json, place);
      }
      const parts = type.items.map((item, at) => inner(json[at] ?? null, item, `.${at + 1}`));
      return gather(parts, (values) => values);
    }
    case 'record': {
      if (!isObject(json)) return wrong(WANTED_RECORD, json, place);
      const unknown = Object.keys(json).find((key) => !type.fields.some((field) => field.name === key));
      if (unknown !== undefined) return { tag: 'wrong', message: unknownField(unknown, place) };
      const parts = type.fields.map((field) => {
        const part = Object.hasOwn(json, field.name) ? json[field.name] : undefined;
        if (part === undefined) return { tag: 'wrong', message: missingField(field.name, place) } as const;
        return inner(part, field.type, `.${field.name}`);
      });
      return gather(parts, (values) => values);
    }
    case 'sum':
    case 'named': {
      const tag = isObject(json) && Object.hasOwn(json, 'tag') ? json['tag'] : undefined;
      const constructors = constructorsOf(type, variants) ?? [];
      const found = constructors.find(({ name }) => name === tag);
      if (!isObject(json) || found === undefined) {
        return wrong(wantedVariant(constructors.map(({ name }) => name)), json, place);
      }
      const payload = Object.hasOwn(json, 'value') ? json['value'] : undefined;
      if (found.payload === undefined) {
        if (payload !== undefined) return { tag: 'wrong', message: extraValue(found.name, place) };
        return { tag: 'ok', value: new Variant(found.name, undefined) };
      }
      if (payload === undefined) return { tag: 'wrong', message: missingValue(found.name, place) };
      const carried = inner(payload, found.payload, '');
      return carried.tag === 'ok' ? { tag: 'ok', value: new Variant(found.name, carried.value) } : carried;
    }
    case 'sequence': {
      if (!isArray(json)) return wrong(WANTED_SEQUENCE, json, place);
      const container = type.container === 'array' ? 'array' : 'list';
      const parts = json.map((item, index) => inner(item, type.item, `[${index}]`));
      return gather(parts, (values) => sequenceOf(values, container));
    }
    case 'function':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return { tag: 'wrong', message: `a value of this type cannot be entered${placed(place)}` };
    default:
      return assertNever(type);
  }
}

function gather(parts: readonly Reading[], build: (values: readonly Value[]) => Value): Reading {
  const values: Value[] = [];
  for (const part of parts) {
    if (part.tag === 'wrong') return part;
    values.push(part.value);
  }
  return { tag: 'ok', value: build(values) };
}

function wrong(wanted: string, json: Json, place: string): Reading {
  return { tag: 'wrong', message: misfit(wanted, json, place) };
}

function isArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

function isObject(json: Json): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
