import { ownEngine, type OwnEngine } from '../ad/own/engine';
import {
  misnamed,
  mistyped,
  notARecord,
  showOperation,
  signatureOf,
  type Misfit,
  type OwnSignature,
} from '../ad/own/signature';
import type { ComparedEngine, OwnEngineId } from '../ad/engine';
import { reify } from '../ad/reify';
import { onSubject } from '../ad/subject';
import { real, variable } from '../language/core/builders';
import { variablePattern } from '../language/core/patterns';
import type { CoreItem, CoreProgram, Variable } from '../language/core/tree';
import { OPERATION_NAMES } from '../language/operations/names';
import { operationRow } from '../language/operations/table';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import { resolve } from '../language/types/resolve';
import type { RecordField, Type } from '../language/types/type';
import type { EngineCell } from '../notebook/document';
import type { Task } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { keyOf } from './cells';
import { createChecking, type Checking } from './front-end';
import { bindersOf, needed } from './needed';
import { recentValues } from './recent';
import { readSetting, ValueFile, type Settings } from './settings';

/** An engine of the reader's; or why there is none, and an engine that supports no program and says so. */
export type OwnEngineFound = { readonly id: OwnEngineId; readonly engine: ComparedEngine } & (
  | { readonly tag: 'ok'; readonly signature: OwnSignature }
  | { readonly tag: 'wrong'; readonly diagnostics: readonly Diagnostic[] }
);

/** Finds the engine that a cell of a program defines. */
export type OwnEngines = (cells: readonly string[], place: EngineCell, settings: Settings) => Task<OwnEngineFound>;

const MOST_REMEMBERED = 16;

/** Returns a function that finds the engines of `engine=NAME` on fences, and remembers the last ones. */
export function createOwnEngines(): OwnEngines {
  const plain = createChecking();
  const used = createChecking();
  const remembered = recentValues<OwnEngineFound>(MOST_REMEMBERED);
  return function* (cells, place, settings) {
    const { cell, name } = place;
    const id: OwnEngineId = `own:${name}`;
    const checked = yield* plain.upTo(cells, cell);
    const around = checked.dependencies(cell);
    const own = checked.inputs.filter(({ label, span }) => around.includes(span.cell) && label in settings);
    const key = JSON.stringify([name, keyOf({ cells, cell }, checked), own.map(({ label }) => settings[label])]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const wrong = (diagnostics: readonly Diagnostic[]): OwnEngineFound =>
      remembered.set(key, { tag: 'wrong', id, engine: refused(id, diagnostics), diagnostics });
    const errors = around.flatMap((each) => checked.diagnosticsOf[each] ?? []).filter(isError);
    if (errors.length > 0) return wrong(errors);
    const defined = checked.definedIn(cell, name);
    if (defined === undefined) {
      const hint = `define it in this cell: \`let ${name} = { constant = ..., primal = ..., add = ... }\``;
      const message = `engine=${name}: this cell does not define \`${name}\``;
      return wrong([error('own-engine', { cell, start: 0, end: 0 }, message, { hint })]);
    }
    const found = yield* engineOf(cells, place, settings, used, resolve(defined.type));
    if (found.tag === 'ok') {
      const engine = onSubject(ownEngine({ id, origin: defined.span, ...found.engine }));
      return remembered.set(key, { tag: 'ok', id, engine, signature: found.engine.signature });
    }
    const misfits = found.misfits.map(({ message, hint }) =>
      error('own-engine', defined.span, `\`${name}\` cannot be an engine: ${message}`, { hint }),
    );
    return wrong([...misfits, ...found.diagnostics]);
  };
}

/** Returns the engines that a program defines. One that is wrong supports no program, and says why. */
export function* enginesIn(
  find: OwnEngines,
  cells: readonly string[],
  places: readonly EngineCell[],
  settings: Settings,
): Task<readonly ComparedEngine[]> {
  const engines: ComparedEngine[] = [];
  for (const place of places) {
    const found = yield* find(cells, place, settings);
    // Two cells can define engines of one name; the later one is the name's.
    const before = engines.findIndex(({ id }) => id === found.id);
    if (before >= 0) engines.splice(before, 1);
    engines.push(found.engine);
  }
  return engines;
}

function refused(id: OwnEngineId, [first]: readonly Diagnostic[]): ComparedEngine {
  const diagnostic = first ?? internalError('a refused engine has a reason');
  const reason = { ...diagnostic, code: 'unsupported' };
  return { id, fragment: () => ({ tag: 'outside', reason }), run: () => internalError('it supports no program') };
}

type Made =
  | { readonly tag: 'ok'; readonly engine: Pick<OwnEngine, 'own' | 'signature'> }
  | { readonly tag: 'wrong'; readonly misfits: readonly Misfit[]; readonly diagnostics: readonly Diagnostic[] };

/** Returns the engine that a cell without errors defines by a record of the type. */
function* engineOf(
  cells: readonly string[],
  { cell, name }: EngineCell,
  settings: Settings,
  { upTo }: Checking,
  type: Type,
): Task<Made> {
  const misfit = (found: Misfit): Made => ({ tag: 'wrong', misfits: [found], diagnostics: [] });
  if (type.tag !== 'record') return misfit(notARecord(type));
  const misnamedField = misnamed(type.fields.map((field) => field.name));
  if (misnamedField !== undefined) return misfit(misnamedField);
  const text = `${cells[cell] ?? ''}\n`;
  const use = useOf(name, type.fields);
  const checked = yield* upTo(cells.with(cell, text + use.text), cell);
  const problem = (checked.diagnosticsOf[cell] ?? []).find(isError);
  if (problem !== undefined) {
    const part = use.parts.find(({ end }) => problem.span.start - text.length < end);
    return misfit(part === undefined ? mistyped('constant', 'real -> N') : mistyped(part.field, part.type));
  }
  const { program, diagnostics } = checked.coreOf(checked.dependencies(cell));
  if (program === undefined) return { tag: 'wrong', misfits: [], diagnostics };
  const record = recordIn(program, ({ origin }) => origin.cell === cell && origin.start >= text.length);
  const signature = signatureOf(record.type);
  if ('message' in signature) return misfit(signature);
  const { variants } = program;
  const { items } = needed(program, (item) => bindersOf(item).includes(record.name));
  const own = { variants, items: items.map((item) => settled(item, settings, variants)), record };
  return { tag: 'ok', engine: { own, signature } };
}

interface Use {
  readonly text: string;
  /** The fields that it uses, with the types that they should have, and where their uses end. */
  readonly parts: readonly { readonly field: string; readonly type: string; readonly end: number }[];
}

/** Returns a definition that uses every field of an engine, which gives the record one type with one N. */
function useOf(name: string, fields: readonly RecordField[]): Use {
  const parts: { readonly field: string; readonly type: string; readonly end: number }[] = [];
  let text = `let engine' = (match ${name} with e' -> (e', fun () -> `;
  const part = (field: string, type: string, code: string): void => {
    text += code;
    parts.push({ field, type, end: text.length });
  };
  const has = (field: string): boolean => fields.some((each) => each.name === field);
  part('constant', 'real -> N', `let n' = e'.constant 1.0 in `);
  part('primal', 'N -> real', `let _ = (e'.primal n' : real) in `);
  if (has('argument')) part('argument', 'real -> N', `let _ = [n', e'.argument 1.0] in `);
  let isMonadic = false;
  for (const operation of OPERATION_NAMES) {
    const field = fields.find((each) => each.name === operation);
    if (field === undefined) continue;
    const of = resolve(field.type);
    const isAction = of.tag === 'function' && resolve(of.result).tag === 'monad';
    isMonadic ||= isAction;
    const given = operationRow(operation).parameters.map((leaf) => (leaf === 'real' ? `n'` : '(1 : int)'));
    const call = `e'.${operation} (${given.join(', ')})`;
    part(operation, showOperation(operation, isAction), `let _ = [${isAction ? `Delta.pure n'` : `n'`}, ${call}] in `);
  }
  if (has('gradient')) {
    const result = isMonadic ? `Delta.pure xs'[0]` : `xs'[0]`;
    const type = `(array N -> ${isMonadic ? 'Delta.M N' : 'N'}) -> array real -> array real`;
    const call = `e'.gradient (fun xs' -> let _ = [n', xs'[0]] in ${result}) ([1.0] : array real)`;
    part('gradient', type, `let _ = (${call} : array real) in `);
  }
  return { text: `${text}())).1\n`, parts };
}

/** Returns the variable that holds the record: the engine itself, or what its use was named. */
function recordIn(program: CoreProgram, isUse: (item: CoreItem) => boolean): Variable {
  const use = program.items.findLast(isUse);
  if (use?.tag !== 'let' || use.pattern.tag !== 'variable') return internalError('an engine without its use');
  const { name, type, origin } = use.pattern;
  const pair = use.value.tag === 'projection' ? use.value.tuple : use.value;
  const own = pair.tag === 'tuple' ? pair.items[0] : undefined;
  return own?.tag === 'variable' ? own : variable(name, type, origin);
}

/** Returns an input as a definition of its value: for an engine, inputs are constants. */
function settled(item: CoreItem, settings: Settings, variants: CoreProgram['variants']): CoreItem {
  if (item.tag !== 'input') return item;
  const { name, label = name, type, origin } = item;
  const setting = settings[label];
  const reading =
    setting === undefined || setting instanceof ValueFile ? undefined : readSetting(setting, type, variants);
  const value =
    reading?.tag === 'ok'
      ? reify(reading.value, type, (leaf) => real(primalOf(leaf), origin), variants, origin)
      : item.value;
  return { tag: 'let', pattern: variablePattern(name, type, origin), value, origin };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
