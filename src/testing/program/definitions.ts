import { sameType } from '../../language/types/structure';
import { functionType, INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import type { Choices } from '../choices';
import { distinct, type ProgramParameter, type ParameterGenerator } from './parameters';
import {
  annotated,
  withFunction,
  withVariables,
  type Code,
  type NameSupply,
  type ProgramScope,
  type ScopedFunction,
} from './scope';
import { RIGID, parsedType, variantsOf, writtenType } from './types';

/** `name p ... p = body`, with the keywords before the name. */
export interface ProgramDefinition {
  readonly text: string;
  readonly functions: readonly ScopedFunction[];
}

export interface DefinitionGenerator {
  readonly functionDefinition: (scope: ProgramScope) => ProgramDefinition;
  readonly recursiveDefinition: (scope: ProgramScope) => ProgramDefinition;
  /** Returns a function that calls itself only on parts of its argument. */
  readonly structuralDefinition: (scope: ProgramScope) => ProgramDefinition;
  /** Returns a polymorphic function, which is only generalised at the top level. */
  readonly polymorphicDefinition: (scope: ProgramScope) => ProgramDefinition;
}

/** The bound on arguments of functions. */
export const PARAMETER_BOUND = 4;
const RECURSIVE_BOUND = 3;

const RECURSIVE: readonly [Type, ...Type[]] = [
  parsedType('list real'),
  parsedType('Tree real'),
  parsedType('Rose real'),
  parsedType('list Point'),
  parsedType('Tree (Maybe real)'),
];

const MAYBE: Type = { tag: 'named', name: 'Maybe', arguments: [RIGID] };
const TREE: Type = { tag: 'named', name: 'Tree', arguments: [RIGID] };
const SEQUENCE = sequenceType('list', RIGID);

export function definitionGenerator(
  choices: Choices,
  names: NameSupply,
  {
    expression,
    call,
  }: {
    readonly expression: (type: Type, scope: ProgramScope, limit: number) => Code;
    readonly call: (type: Type, scope: ProgramScope) => Code;
  },
  { parameter, firstOrderType, valueType, diffType }: ParameterGenerator,
): DefinitionGenerator {
  function functionDefinition(scope: ProgramScope): ProgramDefinition {
    const name = names.unique(choices.of(['f', 'g', 'h']));
    const parameters = distinct(
      Array.from({ length: 1 + choices.below(2) }, () => {
        const type = valueType();
        return { type, ...parameter(type, PARAMETER_BOUND, true) };
      }),
    ) ?? [{ type: REAL, text: 'x', variables: [{ name: 'x', type: REAL, bound: PARAMETER_BOUND }] }];
    return definition(name, parameters, choices.chance(25) ? firstOrderType() : REAL, scope);
  }

  function definition(
    name: string,
    parameters: readonly TypedParameter[],
    result: Type,
    scope: ProgramScope,
  ): ProgramDefinition {
    const inner = withVariables(
      scope,
      parameters.flatMap(({ variables }) => variables),
    );
    const body = expression(result, inner, 50);
    const types = parameters.map(({ type }) => type);
    return {
      text: `${name} ${parameters.map(({ text }) => text).join(' ')}${resultAnnotation(result)} = ${body.text}`,
      functions: [{ name, parameters: types, result, bound: body.bound, counter: undefined }],
    };
  }

  function polymorphicDefinition(scope: ProgramScope): ProgramDefinition {
    const name = names.unique(choices.of(['pick', 'swap', 'each']));
    const item = names.unique('item');
    const type = choices.of<Type>([
      RIGID,
      SEQUENCE,
      functionType(RIGID, REAL),
      product([RIGID, REAL]),
      MAYBE,
      functionType(RIGID, RIGID),
      TREE,
      functionType(product([RIGID, REAL]), RIGID),
    ]);
    const result = choices.of<Type>([
      RIGID,
      REAL,
      SEQUENCE,
      MAYBE,
      product([RIGID, RIGID]),
      functionType(RIGID, RIGID),
    ]);
    const first = { type: RIGID, text: item, variables: [{ name: item, type: RIGID, bound: PARAMETER_BOUND }] };
    const { text, functions } = definition(
      name,
      [first, { type, ...parameter(type, PARAMETER_BOUND, true) }],
      result,
      scope,
    );
    return { text, functions: functions.map((each) => ({ ...each, isPolymorphic: true })) };
  }

  /**
   * Returns `let rec f n x = if n <= 0 then ... else ... f (n - 1) ...`, or sometimes two mutually recursive functions.
   */
  function recursiveDefinition(scope: ProgramScope): ProgramDefinition {
    const count = choices.chance(20) ? 2 : 1;
    const heads = Array.from({ length: count }, () => {
      const type = choices.chance(25) ? diffType() : REAL;
      const counter = names.unique('n');
      return {
        name: names.unique(choices.of(['loop', 'go'])),
        counter,
        type,
        ...parameter(type, PARAMETER_BOUND, true),
      };
    });
    const result = choices.chance(20) ? diffType() : REAL;
    const asFunction = (head: (typeof heads)[number], counter: string): ScopedFunction => ({
      name: head.name,
      parameters: [INT, head.type],
      result,
      bound: RECURSIVE_BOUND,
      counter,
    });
    const bindings = heads.map((head) => {
      const variables = [{ name: head.counter, type: INT, bound: 3 }, ...head.variables];
      const inner = withVariables(scope, variables);
      const base = expression(result, inner, RECURSIVE_BOUND).text;
      const other = heads[choices.below(heads.length)] ?? head;
      const step = call(result, { ...inner, functions: [asFunction(other, `(${head.counter} - 1)`)] });
      const partial = names.unique('r');
      const known = withVariables(inner, [{ name: partial, type: result, bound: RECURSIVE_BOUND }]);
      const more = heads.reduce((at, next) => withFunction(at, asFunction(next, `(${head.counter} - 1)`)), known);
      const rest = choices.chance(40)
        ? { text: partial }
        : expression(result, choices.chance(20) ? more : known, RECURSIVE_BOUND);
      const again = choices.chance(30) ? step.text : `let ${partial} = ${step.text} in ${rest.text}`;
      const test = choices.of([`${head.counter} <= 0`, `${head.counter} < 1`, `${head.counter} = 0`]);
      const signature = `${head.name} (${head.counter} : int) ${head.text}${resultAnnotation(result)}`;
      return `${signature} = (if ${test} then ${base} else ${again})`;
    });
    return {
      text: `rec ${bindings.join(' and ')}`,
      functions: heads.map((head) => asFunction(head, 'literal')),
    };
  }

  function structuralDefinition(scope: ProgramScope): ProgramDefinition {
    const name = names.unique('walk');
    const source = choices.of(RECURSIVE);
    const result = choices.chance(40) ? firstOrderType() : REAL;
    const whole = names.unique('whole');
    const asFunction = { name, parameters: [source], result, bound: RECURSIVE_BOUND, counter: undefined };
    const arms = casesOf(source).map(({ constructor, parts }) => {
      const bound = parts.map((type) => ({ name: names.unique('part'), type, bound: PARAMETER_BOUND }));
      const again = bound.flatMap((part) => {
        const r = { name: names.unique('r'), bound: RECURSIVE_BOUND };
        if (sameType(part.type, source)) return [{ ...r, type: result, call: `${name} ${part.name}` }];
        if (part.type.tag !== 'sequence' || !sameType(part.type.item, source)) return [];
        return [{ ...r, type: sequenceType('list', result), call: `map ${name} ${part.name}` }];
      });
      const body = expression(result, withVariables(scope, [...bound, ...again]), RECURSIVE_BOUND);
      const pattern = constructor(bound.map((part) => annotated(part.name, part.type, part.type.tag === 'record')));
      return `${pattern} -> (${again.map(({ name: r, call: of }) => `let ${r} = ${of} in `).join('')}${body.text})`;
    });
    return {
      text: `rec ${name} ${whole}${resultAnnotation(result)} = match ${whole} with ${arms.join(' | ')}`,
      functions: [asFunction],
    };
  }

  function resultAnnotation(type: Type): string {
    return choices.chance(10) ? ` : ${writtenType(type)}` : '';
  }
  return { functionDefinition, recursiveDefinition, structuralDefinition, polymorphicDefinition };
}

interface TypedParameter extends ProgramParameter {
  readonly type: Type;
}

/** Returns the constructors of a recursive type, with the types of their parts. */
function casesOf(
  type: Type,
): readonly { readonly constructor: (parts: readonly string[]) => string; readonly parts: readonly Type[] }[] {
  if (type.tag === 'sequence') {
    return [
      { constructor: () => '[]', parts: [] },
      { constructor: (parts) => parts.join(' :: '), parts: [type.item, type] },
    ];
  }
  return variantsOf(type).map(({ name, payload }) => ({
    constructor: (parts) => (parts.length === 0 ? name : `${name} (${parts.join(', ')})`),
    parts: payload?.tag === 'product' ? payload.items : payload === undefined ? [] : [payload],
  }));
}
