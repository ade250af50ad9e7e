import { error } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import type { IntrinsicName } from '../../core/intrinsics';
import { FAIL_CODES } from '../../core/tree';
import {
  DELTA,
  DELTA_MAP,
  DUAL,
  functionType,
  INT,
  monad,
  product,
  REAL,
  sequenceType,
  STRING,
} from '../../types/type';
import type { Container, Type } from '../../types/type';
import type { Builtin, BuiltinInstance } from './builtin';
import { OPERATION_BUILTINS } from './builtin-operations';
import { failedDraft, freshContainer, freshVariable, monomorphicGroup, report } from '../context';
import type { Context } from '../context';
import { isValue } from '../draft';
import type { Draft, StructuralName } from '../draft';

/** Returns `fst` or `snd`, for pairs of any types. */
function component(index: 0 | 1, documentation: string): Builtin {
  return {
    documentation,
    instance: (context) => {
      const first = freshVariable(context);
      const second = freshVariable(context);
      return {
        type: functionType(product([first, second]), index === 0 ? first : second),
        arity: 1,
        build: (_context, [tuple], type, origin) =>
          tuple === undefined ? noArgument(type, origin) : { tag: 'projection', tuple, index, type, origin },
      };
    },
  };
}

/** Returns an operator of differentiation. If it has no `direction`, the direction is 1, of type real. */
function derivative(
  spelling: 'rd' | 'fd' | 'grad' | 'deriv',
  signature: (context: Context) => Type,
  documentation: string,
): Builtin {
  const sugar = spelling === 'grad' || spelling === 'deriv' ? spelling : undefined;
  return {
    documentation,
    instance: (context) => ({
      type: signature(context),
      arity: sugar === undefined ? 3 : 2,
      build: (_context, [callee, point, given], type, origin) => {
        const direction: Draft | undefined =
          sugar === undefined ? given : { tag: 'literal', value: 1, type: REAL, origin };
        if (callee === undefined || point === undefined || direction === undefined) return noArgument(type, origin);
        const operator = spelling === 'fd' ? 'fd' : 'rd';
        return { tag: 'derivative', operator, sugar, function: callee, point, direction, type, origin };
      },
    }),
  };
}

function structural(
  operation: StructuralName,
  signature: (at: Type) => { readonly type: Type; readonly arity: number },
  documentation: string,
): Builtin {
  return {
    documentation,
    instance: (context) => {
      const at = freshVariable(context, 'diff');
      return {
        ...signature(at),
        build: (_context, given, type, origin) => ({
          tag: 'structural',
          operation,
          at,
          arguments: given,
          type,
          origin,
        }),
      };
    },
  };
}

/** Returns the entry of an intrinsic that takes its arguments one by one. */
function intrinsic(
  name: IntrinsicName,
  signature: (context: Context) => readonly [parameters: readonly Type[], result: Type],
  documentation: string,
): readonly [string, Builtin] {
  const instance = (context: Context): BuiltinInstance => {
    const [parameters, result] = signature(context);
    return {
      type: parameters.reduceRight((rest, parameter) => functionType(parameter, rest), result),
      arity: parameters.length,
      build: (_context, given, type, origin) => ({ tag: 'intrinsic', intrinsic: name, arguments: given, type, origin }),
    };
  };
  return [name, { documentation, instance }];
}

const MAP: Builtin = {
  documentation: 'map f xs: applies f to each item of the list or array xs',
  instance: (context) => {
    const [from, to] = [freshVariable(context), freshVariable(context)];
    const container = freshContainer(context);
    const [given, result] = [sequenceType(container, from), sequenceType(freshContainer(context, container), to)];
    return {
      type: functionType(functionType(from, to), functionType(given, result)),
      arity: 2,
      build: (_context, [callee, sequence], type, origin) =>
        callee === undefined || sequence === undefined
          ? noArgument(type, origin)
          : { tag: 'map', function: callee, sequence, type, origin },
    };
  },
};

const SEQUENCE_LIKE: Builtin = {
  documentation: 'sequenceLike xs ys: the items of ys, in a list or an array as the context asks, or else as xs',
  instance: (context) => {
    const [model, given] = [freshContainer(context), freshContainer(context)];
    const item = freshVariable(context);
    const result = sequenceType(freshContainer(context, model), item);
    const types = [sequenceType(model, freshVariable(context)), sequenceType(given, item)] as const;
    return {
      type: functionType(types[0], functionType(types[1], result)),
      arity: 2,
      build: (_context, [first, sequence], type, origin) => {
        if (first === undefined || sequence === undefined) return noArgument(type, origin);
        const converted: Draft = { tag: 'convert', sequence, type, origin };
        if (isValue(first)) return converted;
        const pattern = { tag: 'wildcard', type: first.type, origin } as const;
        const definition = { tag: 'value', pattern, group: monomorphicGroup(), value: first, origin } as const;
        return { tag: 'let', definition, body: converted, type, origin };
      },
    };
  },
};

const LIST_OR_ARRAY: Builtin = {
  documentation: 'listOrArray f g xs: f xs for a list xs, g xs for an array xs',
  instance: (context) => {
    const container = freshContainer(context);
    const [from, to] = [freshVariable(context), freshVariable(context)];
    const along = (of: Container): Type => functionType(sequenceType(of, from), sequenceType(of, to));
    return {
      type: functionType(along('list'), functionType(along('array'), along(container))),
      arity: 3,
      build: (_context, [list, array, sequence], type, origin) =>
        list === undefined || array === undefined || sequence === undefined
          ? noArgument(type, origin)
          : { tag: 'listOrArray', list, array, sequence, type, origin },
    };
  },
};

const PURE: Builtin = {
  documentation: 'Delta.pure v: the action that does nothing and returns v',
  instance: (context) => {
    const value = freshVariable(context);
    return {
      type: functionType(value, monad(value)),
      arity: 1,
      build: (_context, [given], type, origin) =>
        given === undefined ? noArgument(type, origin) : { tag: 'pure', value: given, type, origin },
    };
  },
};

const WATCH: Builtin = {
  documentation: 'watch "name" e: returns the value of e and adds it to the series of that name',
  instance: (context) => {
    const value = freshVariable(context, 'watched');
    return {
      type: functionType(STRING, functionType(value, value)),
      arity: 2,
      build: (_context, [name, watched], type, origin) =>
        name === undefined || watched === undefined
          ? noArgument(type, origin)
          : { tag: 'watch', name, value: watched, type, origin },
    };
  },
};

const CODES = FAIL_CODES.map((code) => `"${code}"`)
  .join(', ')
  .replace(/, ([^,]*)$/u, ' or $1');

const FAIL: Builtin = {
  documentation: `fail code message: stops the run with this error; both are texts in quotes, and the code is ${CODES}`,
  instance: (context) => {
    const result = freshVariable(context);
    return {
      type: functionType(STRING, functionType(STRING, result)),
      arity: 2,
      build: (_context, [first, second], type, origin) => {
        const code = FAIL_CODES.find((each) => first?.tag === 'literal' && each === first.value);
        const message = second?.tag === 'literal' ? second.value : undefined;
        if (code !== undefined && typeof message === 'string') return { tag: 'fail', code, message, type, origin };
        const hint = `the code is ${CODES}`;
        report(context, error('fail-arguments', origin, '`fail` takes a code and a message, both in quotes', { hint }));
        return failedDraft(type, origin);
      },
    };
  },
};

/** Returns a stand-in that is never used: `build` is only called with as many arguments as the arity says. */
function noArgument(type: Type, origin: Span): Draft {
  return { tag: 'literal', value: undefined, type, origin };
}

function diff(context: Context): Type {
  return freshVariable(context, 'diff');
}

export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...OPERATION_BUILTINS,
  ['fst', component(0, 'the first component of a pair')],
  ['snd', component(1, 'the second component of a pair')],
  [
    'rd',
    derivative(
      'rd',
      (context) => {
        const [from, to] = [diff(context), diff(context)];
        return functionType(functionType(from, to), functionType(from, functionType(to, from)));
      },
      'rd f x w: the reverse derivative of f at x for the cotangent w, which has the shape of f x',
    ),
  ],
  [
    'fd',
    derivative(
      'fd',
      (context) => {
        const [from, to] = [diff(context), diff(context)];
        return functionType(functionType(from, to), functionType(from, functionType(from, to)));
      },
      'fd f x v: the forward derivative of f at x in the direction v, which has the shape of x',
    ),
  ],
  [
    'grad',
    derivative(
      'grad',
      (context) => {
        const from = diff(context);
        return functionType(functionType(from, REAL), functionType(from, from));
      },
      'grad f x: the gradient of f at x, which has the shape of x',
    ),
  ],
  [
    'deriv',
    derivative(
      'deriv',
      () => functionType(functionType(REAL, REAL), functionType(REAL, REAL)),
      'deriv f x: the derivative of f at x, for a function f of one real',
    ),
  ],
  ['watch', WATCH],
  ['fail', FAIL],
  intrinsic(
    'length',
    (context) => [[sequenceType(freshContainer(context), freshVariable(context))], INT],
    'length xs: the number of items of a list or an array',
  ),
  intrinsic(
    'build',
    (context) => {
      const item = freshVariable(context);
      return [[INT, functionType(INT, item)], sequenceType('array', item)];
    },
    'build n f: the array [f 0, f 1, ..., f (n - 1)]',
  ),
  intrinsic(
    'toArray',
    (context) => {
      const item = freshVariable(context);
      return [[sequenceType(freshContainer(context), item)], sequenceType('array', item)];
    },
    'toArray xs: the array of the items of the list or array xs',
  ),
  intrinsic(
    'update',
    (context) => {
      const item = freshVariable(context);
      const array = sequenceType('array', item);
      return [[array, INT, item], array];
    },
    'update xs i v: the array xs with item i replaced by v',
  ),
  ['map', MAP],
  ['sequenceLike', SEQUENCE_LIKE],
  ['listOrArray', LIST_OR_ARRAY],
  [
    'reals',
    structural(
      'reals',
      (at) => ({ type: functionType(at, sequenceType('array', REAL)), arity: 1 }),
      'reals v: the array of the reals inside v, in order',
    ),
  ],
  [
    'mapReals',
    structural(
      'mapReals',
      (at) => ({ type: functionType(functionType(REAL, REAL), functionType(at, at)), arity: 2 }),
      'mapReals f v: applies f to every real inside v',
    ),
  ],
  [
    'zipReals',
    structural(
      'zipReals',
      (at) => ({
        type: functionType(functionType(product([REAL, REAL]), REAL), functionType(at, functionType(at, at))),
        arity: 3,
      }),
      'zipReals f u v: applies f to the pairs of reals in the same place of u and v',
    ),
  ],
  ['Delta.pure', PURE],
  intrinsic(
    'Delta.deltaLet',
    () => [[DELTA], monad(INT)],
    'Delta.deltaLet u: binds u to a new identifier, and returns the identifier',
  ),
  intrinsic(
    'Delta.sequence',
    (context) => {
      const item = freshVariable(context);
      return [[sequenceType('array', monad(item))], monad(sequenceType('array', item))];
    },
    'Delta.sequence actions: runs the actions of an array in index order, and returns the array of results',
  ),
  intrinsic(
    'Delta.runDelta',
    () => [[INT, monad(DUAL)], DELTA],
    'Delta.runDelta next action: runs an action and returns the Delta of its dual number, with all bindings; identifiers start at next',
  ),
  intrinsic(
    'Delta.eval',
    () => [[REAL, DELTA, DELTA_MAP], DELTA_MAP],
    'Delta.eval r u m: the map m plus r times the linear map that u describes',
  ),
  intrinsic('Delta.emptyMap', () => [[], DELTA_MAP], 'the empty map'),
  intrinsic(
    'Delta.lookupOrZero',
    () => [[INT, DELTA_MAP], REAL],
    'Delta.lookupOrZero id m: the entry for id in the map m, or 0',
  ),
  [
    'zeroLike',
    structural(
      'zeroLike',
      (at) => ({ type: functionType(at, at), arity: 1 }),
      'zeroLike v: v with every real replaced by 0',
    ),
  ],
  [
    'add',
    structural(
      'add',
      (at) => ({ type: functionType(at, functionType(at, at)), arity: 2 }),
      'add u v: adds the reals in the same place of u and v; other data comes from u',
    ),
  ],
  [
    'subtract',
    structural(
      'subtract',
      (at) => ({ type: functionType(at, functionType(at, at)), arity: 2 }),
      'subtract u v: subtracts the reals in v from those in the same place of u; other data comes from u',
    ),
  ],
  [
    'scale',
    structural(
      'scale',
      (at) => ({ type: functionType(REAL, functionType(at, at)), arity: 2 }),
      'scale r v: multiplies every real in v by r',
    ),
  ],
  [
    'dot',
    structural(
      'dot',
      (at) => ({ type: functionType(at, functionType(at, REAL)), arity: 2 }),
      'dot u v: the dot product: the sum of the products of reals in the same place of u and v',
    ),
  ],
]);
