import { evaluator } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { encodeModule } from '../emit/module';
import type { Emitted } from '../emit/program';
import type { Binary } from './instance';

/** Returns a module as its host needs it: its bytes, and the functions of the table of operations that it imports. */
export function binaryOf({ module, slots, start }: Emitted): Binary {
  const functions = module.imports.map(({ name }): [string, unknown] => {
    const row = operationRow(name as OperationName);
    return [name, evaluator(row)];
  });
  return { bytes: encodeModule(module), functions: Object.fromEntries(functions), slots, start };
}
