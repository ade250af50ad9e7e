import * as b from '../../language/core/builders';
import { constructorsOf } from '../../language/core/constructors';
import type { Term, VariantDeclaration } from '../../language/core/tree';
import {
  BOOL,
  functionType,
  INT,
  product,
  REAL,
  sequenceType,
  STRING,
  type Type,
  UNIT,
} from '../../language/types/type';
import type { Choices } from '../choices';

type Named = Extract<Type, { tag: 'named' }>;

function named(name: string): Named {
  return { tag: 'named', name, arguments: [] };
}

export const TREE = named('Tree');
export const ROSE = named('Rose');
export const MAYBE = named('Maybe');
export const LEVEL_TYPE = named('Level');
export const RULE: Type = { ...named('Rule'), carriesFunctions: true };
export const SUM: Type = { tag: 'sum', left: REAL, right: product([INT, REAL]) };
const RECORD: Type = {
  tag: 'record',
  fields: [
    { name: 'bias', type: REAL },
    { name: 'label', type: STRING },
    { name: 'weights', type: sequenceType('array', REAL) },
  ],
};

/** The types that generated programs declare. */
export const VARIANTS: readonly VariantDeclaration[] = [
  {
    type: TREE,
    constructors: [
      { name: 'Node', payload: product([TREE, TREE]) },
      { name: 'Leaf', payload: REAL },
    ],
  },
  { type: ROSE, constructors: [{ name: 'Rose', payload: product([REAL, sequenceType('list', ROSE)]) }] },
  {
    type: MAYBE,
    constructors: [
      { name: 'Nothing', payload: undefined },
      { name: 'Just', payload: product([REAL, SUM]) },
    ],
  },
  {
    type: LEVEL_TYPE,
    constructors: [
      { name: 'Low', payload: undefined },
      { name: 'High', payload: INT },
    ],
  },
  {
    type: RULE,
    constructors: [
      { name: 'Always', payload: REAL },
      { name: 'Apply', payload: functionType(REAL, REAL) },
    ],
  },
];

/** The types of inputs and results. */
export const FIRST_ORDER: readonly [Type, ...Type[]] = [
  REAL,
  sequenceType('list', REAL),
  sequenceType('array', REAL),
  TREE,
  MAYBE,
  SUM,
  RECORD,
  ROSE,
  product([REAL, product([INT, REAL])]),
  sequenceType('list', product([REAL, INT])),
  sequenceType('array', sequenceType('list', REAL)),
  sequenceType('list', MAYBE),
  sequenceType('array', sequenceType('array', REAL)),
  LEVEL_TYPE,
  INT,
  BOOL,
  STRING,
  UNIT,
];

/** The types of local variables. */
export const INNER: readonly [Type, ...Type[]] = [
  ...FIRST_ORDER,
  RULE,
  functionType(REAL, REAL),
  functionType(product([REAL, INT]), REAL),
  functionType(REAL, functionType(REAL, REAL)),
  functionType(functionType(REAL, REAL), REAL),
  functionType(TREE, REAL),
  sequenceType('list', functionType(REAL, REAL)),
];

/** Returns a value of a first-order type with constructors nested about `depth` deep, whose reals come from `real`. */
export function randomConstant(type: Type, choices: Choices, depth: number, real?: () => Term): Term {
  const inner = (part: Type): Term =>
    part.tag === 'real' && real !== undefined ? real() : randomConstant(part, choices, depth - 1, real);
  switch (type.tag) {
    case 'real':
      return b.real(((choices.chance(40) ? -1 : 1) * (137 + choices.below(1863))) / 1000);
    case 'int':
      return b.int(choices.below(4));
    case 'bool':
      return b.bool(choices.chance(50));
    case 'string':
      return b.string(choices.of(['', 'loss', 'a']));
    case 'product':
      return b.tuple(type.items.map(inner));
    case 'record':
      return b.record(type.fields.map(({ name, type: of }) => ({ name, value: inner(of) })));
    case 'sequence': {
      const length = depth <= 0 ? 0 : choices.below(4);
      return b.sequence(
        type.container === 'array' ? 'array' : 'list',
        type.item,
        Array.from({ length }, () => inner(type.item)),
      );
    }
    case 'sum':
    case 'named': {
      const constructors = constructorsOf(type, VARIANTS) ?? [];
      // The last constructors are not recursive.
      const chosen = constructors[depth <= 0 ? constructors.length - 1 : choices.below(constructors.length)];
      return b.construct(chosen?.name ?? '', chosen?.payload && inner(chosen.payload), type);
    }
    default:
      return b.unit();
  }
}
