import type { Lengths } from '../../language/core/usual-lengths';
import { internalError } from '../../language/source/internal-error';
import { withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { IrFunction, IrProgram } from '../ir/program';
import { isArray } from '../ir/roots';
import { blockOf, mapSame } from '../ir/same';
import type { Atom, Block, FunctionId, Variable } from '../ir/tree';

/** The entry of the version for inputs of the usual lengths, beside `value`. */
export const USUAL = 'usual';

/** The ends of the names of functions for the usual lengths, and for any. */
const SUFFIXES = { usual: 'Usual', any: 'Any' };

/** Returns the name of a version of a function. */
export function versionOf(name: string, version: keyof typeof SUFFIXES): string {
  return `${name}${SUFFIXES[version]}`;
}

/** The most items of an array, or of its rows, that is known to have so many. */
const MOST_ITEMS = 8;
/** The most numbers of all such arrays. */
const MOST_NUMBERS = 128;

/** The arrays among the parameters of a program that have the same lengths in most runs, by their place. */
export type UsualLengths = readonly (Lengths | undefined)[];

/** Returns the lengths that are worth a version of their own: those of small arrays, unless there are many. */
export function smallLengths(lengths: UsualLengths): UsualLengths {
  let left = MOST_NUMBERS;
  return lengths.map((each) => {
    if (each?.every((length) => length > 0 && length <= MOST_ITEMS) !== true) return undefined;
    const numbers = each.reduce((product, length) => product * length, 1);
    if (numbers > left) return undefined;
    left -= numbers;
    return each;
  });
}

/** Returns a program that has another beside it, as the entry `USUAL`. */
export function withUsual({ functions, entries }: IrProgram, usual: IrProgram): IrProgram {
  const value = usual.entries.get('value') ?? internalError('a value');
  return {
    functions: new Map([...functions, ...usual.functions]),
    entries: new Map([...entries, [USUAL, value]]),
  };
}

/** Returns the version of a program that knows how many items its parameters have. */
export function usualOf({ functions, entries }: IrProgram, lengths: UsualLengths, numbers: Numbers): IrProgram {
  const value = entries.get('value') ?? internalError('a value');
  const ids = new Map([...functions.keys()].map((id): [FunctionId, FunctionId] => [id, numbers.functionId()]));
  const idOf = (id: FunctionId): FunctionId => ids.get(id) ?? internalError('a function');
  const copied = [...functions.values()].map((given): [FunctionId, IrFunction] => {
    const id = idOf(given.id);
    const parameters = numbers.copies(given.parameters);
    const builder = new Builder(numbers);
    const own = new Map<number, Atom>();
    given.parameters.forEach((parameter, i) => {
      const made = parameters[i] ?? internalError('a parameter');
      const known = given.id === value ? lengths[i] : undefined;
      own.set(parameter.id, known === undefined ? made : itemByItem(made, known, builder));
    });
    const body = callingOthers(copyBlock(given.body, numbers, own), idOf);
    const name = given.id === value ? versionOf(given.name, 'usual') : given.name;
    return [
      id,
      { ...given, id, name, parameters, body: { ...body, statements: [...builder.statements, ...body.statements] } },
    ];
  });
  return { functions: new Map(copied), entries: new Map([['value', idOf(value)]]) };
}

/** Returns an array of the items of an array that is known to have so many. */
function itemByItem(array: Variable, [length = 0, ...inner]: Lengths, builder: Builder): Variable {
  const layout = isArray(array.kind) ? array.kind : internalError('an array');
  const items = Array.from({ length }, (_, i) => {
    const parts = builder.add(layout.item, { tag: 'item', array, index: intConstant(i), checked: false });
    return inner.length === 0 ? parts : parts.map((part) => itemByItem(part, inner, builder));
  });
  return builder.one(layout, { tag: 'array', items });
}

function callingOthers(block: Block, idOf: (id: FunctionId) => FunctionId): Block {
  const statements = mapSame(block.statements, (given) => {
    const statement = withBlocks(given, (inner) => callingOthers(inner, idOf));
    return statement.tag === 'call' ? { ...statement, callee: idOf(statement.callee) } : statement;
  });
  return blockOf(block, statements, block.results);
}
