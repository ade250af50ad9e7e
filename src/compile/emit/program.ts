import { internalError } from '../../language/source/internal-error';
import { calleesFirst, calleesOf } from '../optimise/inline';
import type { FunctionId, IrProgram, Kind } from '../ir/tree';
import { Code } from './code';
import { ConstantData } from './data';
import { emitFunction } from './function';
import { FIRST_ADDRESS, typeOf, WORD } from './layout';
import type { WasmFunction, WasmModule } from './module';
import { OWN, Runtime } from './runtime';

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
 * their results there. With `refuelled`, the module asks its host for more fuel when it has used up what it has.
 */
export function emitProgram(program: IrProgram, refuelled = false): Emitted {
  const { functions } = program;
  const data = new ConstantData();
  const runtime = new Runtime(0, refuelled);
  const order = calleesFirst(program);
  const recursive = recursiveOf(program, order);
  const numbers = new Map(order.map((id, i) => [id, OWN + i]));
  // Their places come before those of the helpers.
  for (const id of order) runtime.add(`f${id}`, () => ({ parameters: [], results: [], locals: [], body: [] }));
  for (const id of order) {
    const given = functions.get(id) ?? internalError('a function');
    const made = emitFunction(
      given,
      {
        data,
        runtime,
        indexOf: (callee) => numbers.get(callee) ?? internalError('a callee'),
        isRecursive: (callee) => recursive.has(callee),
      },
      `${given.name}.${id}`,
    );
    runtime.functions[(numbers.get(id) ?? OWN) - OWN] = made;
  }
  const slots = data.end;
  let most = 0;
  const exports = [...program.entries].map(([name, id]): [string, number] => {
    const { parameters, body } = functions.get(id) ?? internalError('an entry');
    most = Math.max(most, parameters.length + body.results.length);
    const kinds = [parameters, body.results].map((atoms) => atoms.map(({ kind }) => kind));
    const index = runtime.add(`entry ${name}`, () =>
      entry(numbers.get(id) ?? 0, kinds[0] ?? [], kinds[1] ?? [], slots),
    );
    return [name, index];
  });
  const start = slots + WORD * most;
  const count = runtime.imports.length;
  const placed = (index: number): number => (index >= OWN ? index - OWN + count : index);
  const module: WasmModule = {
    imports: runtime.imports,
    functions: runtime.functions.map((each) => ({
      ...each,
      body: each.body.map((instruction) =>
        instruction.op === 'call' ? { op: 'call', immediate: placed(Number(instruction.immediate)) } : instruction,
      ),
    })),
    globals: runtime.globals.map((global) => (global.name === 'top' ? { ...global, initial: start } : global)),
    exports: exports.map(([name, index]) => [name, placed(index)]),
    pages: Math.ceil(start / 65536),
    data: [{ address: FIRST_ADDRESS, bytes: data.all() }].filter(({ bytes }) => bytes.length > 0),
  };
  return { module, slots, start };
}

function entry(
  callee: number,
  parameters: readonly Kind[],
  results: readonly Kind[],
  slots: number,
): Omit<WasmFunction, 'name'> {
  const code = new Code();
  parameters.forEach((kind, i) => {
    code.i32(0).op(`${typeOf(kind)}.load`, slots + WORD * i);
  });
  code.op('call', callee);
  const locals = results.map((kind) => code.local(typeOf(kind)));
  for (const local of locals.toReversed()) code.set(local);
  results.forEach((kind, i) => {
    code
      .i32(0)
      .get(locals[i] ?? 0)
      .op(`${typeOf(kind)}.store`, slots + WORD * (parameters.length + i));
  });
  return { parameters: [], results: [], locals: code.locals, body: code.body };
}

/** Returns the functions that can call themselves, directly or through others. */
function recursiveOf({ functions }: IrProgram, order: readonly FunctionId[]): ReadonlySet<FunctionId> {
  const callees = new Map(order.map((id) => [id, calleesOf((functions.get(id) ?? internalError('a function')).body)]));
  const reaches = (from: FunctionId, to: FunctionId): boolean => {
    const seen = new Set<FunctionId>();
    const stack = [...(callees.get(from) ?? [])];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next === to) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      stack.push(...(callees.get(next) ?? []));
    }
    return false;
  };
  return new Set(order.filter((id) => reaches(id, id)));
}
