import { PullbackError } from '../compile/module/glue/error';
import { constructorsOf } from '../language/core/constructors';
import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import type { Json } from '../protocol/messages';
import { unfitInput } from '../semantics/misfit';
import { fromJson } from '../semantics/present';
import { realItems } from '../semantics/reals';
import { Items } from '../semantics/value';
import { type Settings, ValueFile } from '../services/settings';
import type { Value } from './declarations';

export type { Value };

type Variants = readonly VariantDeclaration[];

/** Returns a value of a type with a Float64Array for every array of reals. What has another form stays as it is. */
export function typed(json: Json, type: Type | undefined, variants: Variants): Value {
  switch (type?.tag) {
    case 'product':
      return isArray(json) ? json.map((part, i) => typed(part, type.items[i], variants)) : json;
    case 'record': {
      const types = new Map(type.fields.map(({ name, type: field }) => [name, field]));
      return typedByName(json, types, variants);
    }
    case 'sequence': {
      if (!isArray(json)) return json;
      if (type.container === 'array' && type.item.tag === 'real' && json.every((item) => typeof item === 'number'))
        return Float64Array.from(json);
      return json.map((item) => typed(item, type.item, variants));
    }
    case 'sum':
    case 'named': {
      if (!isObject(json) || json['value'] === undefined) return json;
      const found = constructorsOf(type, variants)?.find(({ name }) => name === json['tag']);
      return { ...json, value: typed(json['value'], found?.payload, variants) };
    }
    default:
      return json;
  }
}

/** Returns an object of values, each by the type of its name, with a Float64Array for every array of reals. */
export function typedByName(json: Json, types: ReadonlyMap<string, Type>, variants: Variants): Value {
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typed(value, types.get(name), variants)]),
  );
}

/** Returns the values of inputs as settings; an input that is undefined is left out. */
export function settingsOf(inputs: Readonly<Record<string, unknown>> = {}): Settings {
  const given = Object.entries(inputs).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, isReals(value) ? ofReals(value) : plain(value, name)]));
}

/** Returns an array of reals as a setting that is copied as a whole. */
function ofReals(reals: Float64Array): ValueFile {
  return new ValueFile((type, variants) =>
    type.tag === 'sequence' && type.container === 'array' && type.item.tag === 'real' && reals.every(Number.isFinite)
      ? { tag: 'ok', value: new Items(realItems(reals)) }
      : fromJson(Array.from(reals), type, variants),
  );
}

function isReals(value: unknown): value is Float64Array {
  return Object.prototype.toString.call(value) === '[object Float64Array]'; // of another window too
}

/**
 * Returns a value as JSON, with an array for every Float64Array. What no type has stays as it is: the reader of the value
 * says what it should be. Throws a PullbackError for a value that is nested too deeply, because it can contain itself.
 */
export function plain(value: unknown, path: string, depth = 0): Json {
  if (depth > MOST_NESTED) throw unfit(path, `a value cannot be nested more than ${MOST_NESTED} levels deep`);
  if (isReals(value)) return Array.from(value);
  const kind = Object.prototype.toString.call(value);
  if (ArrayBuffer.isView(value)) throw unfit(path, `expected a Float64Array, found a ${kind.slice(8, -1)}`);
  if (Array.isArray(value)) return value.map((item) => plain(item, path, depth + 1));
  if (isObject(value as Json) && kind === '[object Object]') {
    const fields = Object.entries(value as object);
    return Object.fromEntries(fields.map(([name, field]) => [name, plain(field, path, depth + 1)]));
  }
  return value as Json; // or something else, which the reader of the value refuses
}

/** The depth at which the command line stops reading a value, too. */
const MOST_NESTED = 1000;

function unfit(path: string, why: string): PullbackError {
  return new PullbackError('input-value', unfitInput(path, why), [1, 1], path);
}

function isArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

function isObject(json: Json): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
