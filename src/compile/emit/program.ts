import { internalError } from '../../language/source/internal-error';
import { calleesFirst } from '../optimise/inline';
import type { Kind } from '../ir/kind';
import type { FunctionId } from '../ir/tree';
import type { IrProgram } from '../ir/program';
import { Code } from './code';
import type { Instruction } from './instructions';
import { ConstantData } from './data';
import { emitFunction, emitResumable } from './function';
import { FIRST_ADDRESS, load, store, typeOf, WORD } from './layout';
import type { WasmModule } from './module';
import { type Callees, settled, type WrittenFunction } from './settle';
import { Recursion } from './recursion';
import { OWN, Runtime, USUAL } from './runtime';
import { RESUME } from './host';
import type { Surroundings } from './writer';

/** A module and where its host writes and reads values. */
export interface Emitted {
  readonly module: WasmModule;
  /** The address of the slots of inputs, followed by those of results. */
  readonly slots: number;
  /** The first address that is free before a run. */
  readonly start: number;
}

/**
 * Writes a program as a module. It exports the entries as functions that read their inputs from the slots and write
 * their results there. With `refuelled`, the module asks its host for more fuel when it has used up what it has. With
 * `pausable`, its entry `value` can pause, and the entry `RESUME` goes on with it.
 */
export function emitProgram(program: IrProgram, limits = USUAL, refuelled = false, pausable = false): Emitted {
  const { functions } = program;
  const data = new ConstantData();
  const runtime = new Runtime(data, limits, refuelled);
  const order = calleesFirst(program);
  const numbers = new Map<FunctionId, number>();
  const seconds = new Map<FunctionId, number>();
  const indexIn = (of: ReadonlyMap<FunctionId, number>, id: FunctionId): number =>
    of.get(id) ?? internalError(`function ${id} is not written`);
  const recursion = new Recursion(program, data, (id) => indexIn(seconds, id));
  // Their places come before those of the helpers.
  for (const id of order) numbers.set(id, runtime.reserve());
  for (const id of order) if (recursion.isRecursive(id)) seconds.set(id, runtime.reserve());
  const surroundings: Surroundings = { data, runtime, recursion, indexOf: (id) => indexIn(numbers, id) };
  const entryIds = new Set(program.entries.values());
  for (const id of order) {
    const given = functions.get(id) ?? internalError('a function');
    const name = `${given.name}.${id}`;
    const canPause = pausable && id === program.entries.get('value');
    runtime.put(indexIn(numbers, id), emitFunction(given, surroundings, name, entryIds.has(id), canPause));
    const second = seconds.get(id);
    if (second !== undefined) runtime.put(second, emitResumable(given, surroundings, `${name}.resumable`));
  }
  const slots = data.end;
  let most = 0;
  const called = [...program.entries];
  const value = program.entries.get('value');
  if (pausable && value !== undefined) called.push([RESUME, value]);
  const exports = called.map(([name, id]): [string, number] => {
    const { parameters, body } = functions.get(id) ?? internalError('an entry');
    most = Math.max(most, parameters.length + body.results.length);
    const kinds = [parameters, body.results].map((atoms) => atoms.map(({ kind }) => kind));
    const index = runtime.add(`entry ${name}`, () =>
      entry(kinds[0] ?? [], kinds[1] ?? [], slots, (code) => {
        if (recursion.takesRoom(id)) code.op('global.get', runtime.room);
        code.op('call', indexIn(numbers, id));
      }),
    );
    return [name, index];
  });
  const start = slots + WORD * most;
  const count = runtime.imports.length;
  const placed = (index: number): number => (index >= OWN ? index - OWN + count : index);
  const callees: Callees = {
    signatureOf: (index) =>
      (index >= OWN ? runtime.functions[index - OWN] : runtime.imports[index]) ?? internalError('a function'),
    placed,
  };
  const written = runtime.functions.map((each) => settled(each, callees));
  // Runs do not see one another: each begins with the globals as they were.
  const reset = runtime.globals.flatMap(({ initial }, index): readonly Instruction[] => {
    if (index <= runtime.limit) return [];
    return [
      { op: 'i32.const', immediate: initial },
      { op: 'global.set', immediate: index },
    ];
  });
  const entries = new Set(exports.flatMap(([name, index]) => (name === RESUME ? [] : [index - OWN])));
  const module: WasmModule = {
    imports: runtime.imports,
    functions: written.map((each, i) => (entries.has(i) ? { ...each, body: reset.concat(each.body) } : each)),
    globals: runtime.globals.map((global, index) => ({
      ...global,
      initial: global.name === 'top' ? start : global.initial,
      isHidden: index > runtime.limit && !EXPORTED.has(global.name),
    })),
    exports: exports.map(([name, index]) => [name, placed(index)]),
    pages: Math.ceil(start / 65536),
    data: [{ address: FIRST_ADDRESS, bytes: data.all() }].filter(({ bytes }) => bytes.length > 0),
  };
  return { module, slots, start };
}

/** The globals beside the first ones that the host sees if the module has them. */
const EXPORTED: ReadonlySet<string> = new Set(['peak', 'pausing']);

function entry(
  parameters: readonly Kind[],
  results: readonly Kind[],
  slots: number,
  call: (code: Code) => void,
): Omit<WrittenFunction, 'name'> {
  const code = new Code();
  parameters.forEach((kind, i) => {
    load(code.i32(0), kind, slots + WORD * i);
  });
  call(code);
  const locals = results.map((kind) => code.local(typeOf(kind)));
  for (const local of locals.toReversed()) code.set(local);
  results.forEach((kind, i) => {
    code.i32(0).get(locals[i] ?? 0);
    store(code, kind, slots + WORD * (parameters.length + i));
  });
  return code.function([], []);
}
