import { evaluator } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import { shownUnit } from '../../language/operations/functions';
import { operationRow } from '../../language/operations/table';
import { REFUEL, SHOWN_UNIT, WATCHED } from '../emit/host';
import { encodeModule } from '../emit/module';
import type { Emitted } from '../emit/program';
import { Fuel } from './fuel';
import type { EngineBinary } from './engine-instance';
import { host } from './web-assembly';

/**
 * Returns a module as its host needs it: its bytes, and the functions of the table of operations that it imports. It
 * serves one instance at a time. `watched` takes what the module watches; `slice` is the fuel
 * between two looks at the clock.
 */
export function binaryOf(
  { module, slots, start }: Emitted,
  watched?: (watch: number, slots: number) => void,
  slice?: number,
): EngineBinary {
  const fuel = module.imports.some(({ name }) => name === REFUEL) ? new Fuel(slice) : undefined;
  const functions = module.imports.map(({ name }): [string, unknown] => {
    if (name === REFUEL) return [name, () => fuel?.refuel()];
    if (name === SHOWN_UNIT) return [name, shownUnit];
    if (name === WATCHED) return [name, watched];
    const row = operationRow(name as OperationName);
    return [name, evaluator(row)];
  });
  return {
    module: new host.Module(encodeModule(module)),
    functions: Object.fromEntries(functions),
    slots,
    start,
    refuelling: fuel,
  };
}
