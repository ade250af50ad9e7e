/** The code of an error for a construct of another language. It is the only error of its item. */
export const FOREIGN_SYNTAX = 'foreign-syntax';

/** Where a foreign word stands in the language that it comes from. */
export type ForeignRole =
  /** Before the name that it defines: `const x = 5`. */
  | 'definition'
  /** Before the parameters of a function without a name: `lambda x: x`. */
  | 'function'
  /** At the start of a loop. */
  | 'loop'
  /** Before an expression: `return x`. */
  | 'prefix'
  /** Between two expressions: `a or b`. */
  | 'infix'
  /** Before a module whose names become known: `import numpy as np`. */
  | 'import';

export interface ForeignWord {
  readonly roles: readonly ForeignRole[];
  readonly message: string;
  readonly hint: string;
  /** What replaces the word; empty if it is removed. */
  readonly instead?: string;
}

function definition(word: string, hint: string, also: readonly ForeignRole[] = []): readonly [string, ForeignWord] {
  const message = `a definition starts with \`let\`, not \`${word}\``;
  return [word, { roles: ['definition', ...also], message, hint, instead: 'let' }];
}

function loop(word: string): readonly [string, ForeignWord] {
  const hint = 'use `map`, `sum`, `build`, `fold`, or a recursive function with `let rec`';
  return [word, { roles: ['loop'], message: `there is no \`${word}\` loop`, hint }];
}

function moduleWord(word: string): readonly [string, ForeignWord] {
  const hint = 'use plain names, such as `exp` and `sum`; `import "other.pbk"` imports a file';
  return [word, { roles: ['import'], message: 'there are no modules to import', hint }];
}

const OF_VALUE = 'write `let x = ...`';
const OF_FUNCTION = 'write `let f x = ...`';

/**
 * The words of other languages that make no sense where they stand in those languages. All of them are valid names: a word
 * is reported only if its item does not parse, or if the name is not defined.
 */
export const FOREIGN_WORDS: ReadonlyMap<string, ForeignWord> = new Map([
  definition('const', OF_VALUE),
  definition('var', OF_VALUE),
  definition('val', OF_VALUE),
  definition('local', OF_VALUE),
  definition('def', OF_FUNCTION),
  definition('func', OF_FUNCTION, ['function']),
  definition('function', OF_FUNCTION, ['function']),
  definition('fn', OF_FUNCTION, ['function']),
  [
    'lambda',
    {
      roles: ['function', 'prefix'],
      message: 'a function starts with `fun`, not `lambda`',
      hint: 'write `fun x -> ...`',
    },
  ],
  moduleWord('import'),
  moduleWord('using'),
  moduleWord('open'),
  loop('for'),
  loop('while'),
  [
    'return',
    {
      roles: ['prefix'],
      message: '`return` is not needed',
      hint: 'the value of a function is the value of its expression',
      instead: '',
    },
  ],
  [
    'where',
    {
      roles: ['infix'],
      message: 'a definition comes before its use',
      hint: 'write `let y = ... in ...` instead of `... where y = ...`',
    },
  ],
  [
    'or',
    { roles: ['infix'], message: 'logical "or" is written `||`, not `or`', hint: 'write `a || b`', instead: '||' },
  ],
]);

/** The comprehensions of other languages, such as `[x for x in xs]`. */
export const COMPREHENSION = {
  message: 'there are no comprehensions',
  hint: 'write `map (fun x -> ...) xs`, and select items with `filter (fun x -> ...) xs`',
} as const;

/** The message and the hint for a function without `fun`. */
export const ARROW = { message: 'a function starts with `fun`', hint: 'write `fun x -> ...`' } as const;

/** The message for a type before its definition, as in `f :: real -> real`. */
export const SIGNATURE = 'a type is not declared on a line of its own';

/** The word that ends a block in other languages. */
export const END = 'end';

/** The words around blocks in other languages. */
export const BLOCK_WORDS: ReadonlyMap<string, string> = new Map([
  ['begin', 'group with parentheses, and write no `end`'],
  [END, 'remove it: indentation ends a definition'],
]);

/** How data from a file becomes known. */
export const FROM_FILE =
  'declare data, as in `data xs : array real`, then use `--set xs=@FILE` or drop the file on the notebook';

/** Types of other languages, by what they are called here. */
export const FOREIGN_TYPES: ReadonlyMap<string, string> = new Map([
  ...['float', 'double', 'number', 'num', 'Float', 'Double', 'Real', 'Number'].map((name) => [name, 'real'] as const),
  ...['integer', 'long', 'Int', 'Integer'].map((name) => [name, 'int'] as const),
  ...['boolean', 'Bool', 'Boolean'].map((name) => [name, 'bool'] as const),
  ...['str', 'text', 'String'].map((name) => [name, 'string'] as const),
  ...['vector', 'vec', 'Vector', 'ndarray', 'tensor'].map((name) => [name, 'array real'] as const),
  ...['matrix', 'Matrix'].map((name) => [name, 'array (array real)'] as const),
  ...['table', 'dataframe', 'DataFrame'].map((name) => [name, 'array { x : real, y : real }'] as const),
  ['Array', 'array'],
  ['List', 'list'],
]);

/** Functions of other languages that have another name here, or another notation. */
export const FOREIGN_NAMES: ReadonlyMap<string, { readonly hint?: string; readonly instead?: string }> = new Map([
  ['len', { instead: 'length' }],
  ['ln', { instead: 'log' }],
  ['fabs', { instead: 'abs' }],
  ...['str', 'toString', 'string_of_int', 'string_of_float'].map((name) => [name, { instead: 'show' }] as const),
  ['pow', { hint: 'write a power as `a ^ b`' }],
  ['power', { hint: 'write a power as `a ^ b`' }],
  ['reduce', { hint: 'write `foldl f start xs`, or `fold (x, acc) -> ... over xs from start`' }],
  ...['print', 'println', 'printf', 'display'].map(
    (name) => [name, { hint: 'write the expression on its own line: its value is shown' }] as const,
  ),
  ['derivative', { instead: 'deriv' }],
  ['gradient', { instead: 'grad' }],
  ['foldr', { hint: 'write `fold (x, acc) -> ... over xs from start`' }],
  ['fmap', { instead: 'map' }],
  ['enumerate', { hint: '`mapi f xs` is f (i, x) for each item x and its index i' }],
  ['arange', { hint: '`range 0 n` has the ints from 0 to n - 1' }],
  ['concatenate', { instead: 'concat' }],
  ['head', { hint: 'the first item is `xs[0]`' }],
  ['tail', { hint: '`drop 1 xs` is all items but the first' }],
  ['sort', { hint: '`sortBy (fun x -> x) xs` sorts numbers' }],
  ['sorted', { hint: '`sortBy (fun x -> x) xs` sorts numbers' }],
  ['append', { hint: '`xs ++ [x]` has one item more, and `xs ++ ys` joins two sequences' }],
  ...['read', 'load', 'readFile', 'loadFile', 'readCsv', 'read_csv', 'loadtxt', 'genfromtxt'].map(
    (name) => [name, { hint: FROM_FILE }] as const,
  ),
  ['float', { instead: 'toReal' }],
  ['c', { hint: 'write an array as `[1, 2, 3]`' }],
  ['ref', { hint: 'values do not change: use `foldl` or `iterate`, or pass the next value to a recursive function' }],
  ['sqr', { hint: 'write a power as `a ^ b`' }],
  ['π', { instead: 'pi' }],
  ['None', { hint: 'there is no null value; declare a type for it, such as `type Option a = None | Some a`' }],
  ['null', { hint: 'there is no null value; declare a type for it, such as `type Option a = None | Some a`' }],
  ['nil', { hint: 'there is no null value; the empty list is `[]`' }],
]);

/** The modules of other languages whose functions have plain names here, as written before a dot. */
export const FOREIGN_MODULES: ReadonlySet<string> = new Set('np numpy jnp math torch tf jax scipy'.split(' '));

/** Fields of sequences in other languages. */
export const LENGTH_FIELDS: ReadonlySet<string> = new Set('length size len count'.split(' '));
