import { internalError } from '../../language/source/internal-error';
import { visit } from '../ir/blocks';
import { Builder, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Kind } from '../ir/kind';
import type { Atom, Block, FunctionId } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { calleesFirst } from '../optimise/inline';

/**
 * The derivative that a program is given as an entry. `gradient` takes inputs, data and a cotangent to the adjoints of
 * the inputs and the value; `directional` takes inputs, data and a direction of the inputs to the tangent of the value and the value.
 */
export type DerivativeEntry = 'gradient' | 'directional';

/** An entry of a program: its value, or a derivative. */
export type Entry = 'value' | DerivativeEntry;

/** The number of statements beyond which the value is called, not copied: a function of WebAssembly has limits. */
const LARGE = 20_000;

/**
 * Adds the entry of a derivative of `value`, as a derivative that the differentiation of programs replaces. It is that of
 * a copy of the value, so that what has been done to the one need not be done to the other. The last `fixed` parameters
 * of the value are data: it is not differentiated by them. `of` is the entry of another version of the value, and `name` that of
 * its derivative.
 */
export function withDerivative(
  program: IrProgram,
  entry: DerivativeEntry,
  numbers: Numbers,
  fixed: number,
  of = 'value',
  name: string = entry,
): IrProgram {
  const callee = program.entries.get(of) ?? internalError('a value');
  const value = program.functions.get(callee) ?? internalError('a value');
  const { results } = value.body;
  const isReverse = entry === 'gradient';
  const moving = value.parameters.slice(0, value.parameters.length - fixed);
  const point = numbers.copies(moving);
  const data = numbers.copies(value.parameters.slice(moving.length));
  const direction = numbers.copies(isReverse ? results : moving);
  const parameters = numbers.copies(moving);
  const inner = [...parameters, ...data];
  const body = isLarge(value.body)
    ? calling(callee, inner, kindsOf(results), numbers)
    : copyBlock(
        value.body,
        numbers,
        new Map(value.parameters.map(({ id }, i) => [id, inner[i] ?? internalError('a parameter')])),
      );
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
  const made: IrFunction = {
    id,
    name,
    parameters: [...point, ...data, ...direction],
    body: outer.block(targets),
  };
  return {
    functions: new Map([[id, made], ...program.functions]),
    entries: new Map([...program.entries, [name, id]]),
  };
}

function isLarge(body: Block): boolean {
  let size = 0;
  visit(body, () => size++);
  return size > LARGE;
}

function calling(callee: FunctionId, given: readonly Atom[], kinds: readonly Kind[], numbers: Numbers): Block {
  const builder = new Builder(numbers);
  return builder.block(builder.call(kinds, callee, given));
}

function kindsOf(atoms: readonly Pick<Atom, 'kind'>[]): readonly Kind[] {
  return atoms.map(({ kind }) => kind);
}

/** Returns a program with these of its entries, and the functions that they need. */
export function withEntries(program: IrProgram, names: readonly string[]): IrProgram {
  const entries = new Map(names.map((name) => [name, program.entries.get(name) ?? internalError(name)]));
  const needed = new Set(calleesFirst({ ...program, entries }));
  return { functions: new Map([...program.functions].filter(([id]) => needed.has(id))), entries };
}
