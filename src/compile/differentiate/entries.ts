import { internalError } from '../../language/source/internal-error';
import { Builder, type Numbers } from '../ir/builder';
import type { Atom, IrFunction, IrProgram, Kind } from '../ir/tree';

/**
 * The derivative that a program is given as an entry. `gradient` takes inputs and a cotangent to the adjoints of the
 * inputs and the value; `directional` takes inputs and a direction to the tangent of the value and the value.
 */
export type DerivativeEntry = 'gradient' | 'directional';

/** Adds the entry of a derivative of `value`, as a derivative that the differentiation of programs replaces. */
export function withDerivative(program: IrProgram, entry: DerivativeEntry, numbers: Numbers): IrProgram {
  const callee = program.entries.get('value') ?? internalError('a value');
  const value = program.functions.get(callee) ?? internalError('a value');
  const { results } = value.body;
  const isReverse = entry === 'gradient';
  const point = numbers.copies(value.parameters);
  const direction = numbers.copies(isReverse ? results : value.parameters);
  const parameters = numbers.copies(value.parameters);
  const inner = new Builder(numbers);
  const call = inner.add(kindsOf(results), { tag: 'call', callee, arguments: parameters });
  const body = inner.block(call);
  const outer = new Builder(numbers);
  const targets = outer.add(kindsOf([...(isReverse ? point : results), ...results]), {
    tag: 'derivative',
    operator: isReverse ? 'rd' : 'fd',
    parameters,
    body,
    point,
    direction,
    withValue: true,
  });
  const id = numbers.functionId();
  const made: IrFunction = { id, name: entry, parameters: [...point, ...direction], body: outer.block(targets) };
  return {
    functions: new Map([...program.functions, [id, made]]),
    entries: new Map([...program.entries, [entry, id]]),
  };
}

function kindsOf(atoms: readonly Pick<Atom, 'kind'>[]): readonly Kind[] {
  return atoms.map(({ kind }) => kind);
}
