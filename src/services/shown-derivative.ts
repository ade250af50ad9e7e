import type { EngineId, Main, RanOn } from '../ad/engine';
import { holdsReal } from '../compile/module/types';
import { internalError } from '../language/source/internal-error';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import { derivativePieces, derivativeToJson, realLeaves, showReal } from '../semantics/present';
import type { Value } from '../semantics/value';
import type { Declined, Derived } from './run-derivative';

/** A derivative as it is printed. What is large, as text or as JSON, is made when it is read. */
export interface ShownDerivative {
  readonly engine: EngineId;
  /**
   * By the inputs' names; with a `direction`, one number. The Jacobian is a list, one entry per real of the result, left
   * to right.
   */
  readonly value: Json;
  /** By the inputs' names: the only direction that the engine takes, at a point of very many reals. */
  readonly direction: Json | undefined;
  readonly ranOn: RanOn;
  /** The engines that were tried before, and why they have no result. */
  readonly declined: readonly Declined[];
  /** As text in pieces, one line per input; for the Jacobian, one group of lines per row. */
  readonly text: Iterable<string>;
  /** A small Jacobian as cells of text: a header with the reals of the inputs, then a row per real of the result. */
  readonly table: readonly (readonly string[])[] | undefined;
}

/** A Jacobian with more rows or columns is no table. */
const MOST_IN_TABLE = 12;

export function shown(derived: Derived): ShownDerivative {
  const { main, engine, rows, jacobianOf, direction, ranOn, declined } = derived;
  return {
    engine,
    get value() {
      const found = rows.map((row) => (typeof row === 'number' ? row : byName(main, row)));
      return jacobianOf === undefined ? (found[0] ?? internalError('a derivative has a row')) : found;
    },
    get direction() {
      return direction === undefined ? undefined : byName(main, direction);
    },
    ranOn,
    declined,
    get text() {
      return rowsText(main, rows);
    },
    get table() {
      return jacobianOf === undefined ? undefined : tableOf(derived, jacobianOf.value);
    },
  };
}

function* rowsText(main: Main, rows: Derived['rows']): Generator<string, void> {
  let before = '';
  for (const row of rows) {
    if (typeof row === 'number') yield `${before}∂ = ${showReal(row, 6)}`;
    else {
      for (const line of linesOf(main, row)) {
        yield before;
        yield* line;
        before = '\n';
      }
    }
    before = '\n\n';
  }
}

function tableOf({ main, rows }: Derived, result: Value): readonly (readonly string[])[] | undefined {
  const { target, variants } = main;
  if (rows.length > MOST_IN_TABLE) return undefined;
  const body = rows.map((row) => (typeof row === 'number' ? [] : leavesOf(main, row)));
  const columns = body[0] ?? [];
  if (columns.length === 0 || columns.length > MOST_IN_TABLE) return undefined;
  const names = realLeaves(result, target, '', variants).map(({ label }) => label);
  const header = ['', ...columns.map(({ label }) => `∂${label}`)];
  return [header, ...body.map((row, i) => [names[i] ?? '', ...row.map(({ value }) => showReal(value, 6))])];
}

function leavesOf({ parameters, variants }: Main, row: readonly Value[]): ReturnType<typeof realLeaves> {
  return parameters.flatMap(({ label, type }, i) => realLeaves(row[i], type, label, variants));
}

/** Returns a derivative as an object with one field per parameter, and null for what is not real. */
export function byName({ parameters, variants }: Main, values: readonly Value[]): Json {
  return Object.fromEntries(
    parameters.map(({ label, type }, at) => [label, derivativeToJson(values[at], type, variants)]),
  );
}

/** Returns the same in the language's notation, without parameters that contain no real. */
export function derivativeLines(main: Main, values: readonly Value[]): readonly string[] {
  return linesOf(main, values).map((line) => [...line].join(''));
}

function linesOf({ parameters, variants }: Main, values: readonly Value[]): readonly Iterable<string>[] {
  return parameters.flatMap(({ label, type }, at) =>
    holdsReal(type, variants) ? [derivativeLine(label, values[at], type, variants)] : [],
  );
}

function* derivativeLine(label: string, ...shown: Parameters<typeof derivativePieces>): Generator<string, void> {
  yield `∂${label} = `;
  yield* derivativePieces(...shown);
}

/** Returns a derivative as JSON. Its value is made when it is read. */
export function derivativeJson(shown: ShownDerivative): Json {
  const { engine, direction, ranOn, declined } = shown;
  return {
    engine,
    get value() {
      return shown.value;
    },
    ...(direction !== undefined && { direction }),
    ...ranOnJson(ranOn),
    ...(declined.length > 0 && { declined: declined.map((each) => ({ ...each })) }),
  };
}
