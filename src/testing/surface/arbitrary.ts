import fc from 'fast-check';
import { NOWHERE } from '../../language/source/span';
import { BINARY_OPERATORS, isBinaryOperator } from '../../language/syntax/precedence';
import { KEYWORDS } from '../../language/syntax/token';
import type {
  Binding,
  Expression,
  Identifier,
  Item,
  SurfaceLiteral,
  SurfacePattern,
  SurfaceProgram,
  TypeExpression,
} from '../../language/syntax/tree';

/** Random surface trees of the whole grammar, with all spans `NOWHERE`. They parse, but need not be well typed. */
export interface SurfaceArbitraries {
  readonly type: fc.Arbitrary<TypeExpression>;
  /** `pattern` is any pattern of `match`; `parameter` is an irrefutable one. */
  readonly pattern: fc.Arbitrary<SurfacePattern>;
  readonly parameter: fc.Arbitrary<SurfacePattern>;
  readonly expression: fc.Arbitrary<Expression>;
  readonly binding: fc.Arbitrary<Binding>;
}

const span = NOWHERE;
const SUM_CONSTRUCTORS = ['inl', 'inr'];
const RESERVED_TYPE_NAMES = ['real', 'int', 'bool', 'string', 'unit', 'list', 'array'];

const lowerName = fc
  .oneof(
    { weight: 4, arbitrary: fc.constantFrom('x', 'y', 'f', 'acc', 'step', 'θ', "w'", 'Σ', '_rest', 'grad') },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-zαβ_][a-zA-Z0-9_']{0,4}$/) },
  )
  .filter((name) => !KEYWORDS.has(name) && name !== '_' && !SUM_CONSTRUCTORS.includes(name));
const upperName = fc.constantFrom('Just', 'Nothing', 'Node', 'A', 'Ünit', "B'");
const valueName = fc.oneof(lowerName, fc.constantFrom('Delta.pure', 'Delta.eval'));
const constructorName = fc.oneof(upperName, fc.constantFrom('inl', 'inr', 'Delta.Add'));
const typeName = fc.oneof(upperName, fc.constant('Delta.M'));
const typeVariable = lowerName.filter((name) => !RESERVED_TYPE_NAMES.includes(name));

function identifier(name: fc.Arbitrary<string>): fc.Arbitrary<Identifier> {
  return name.map((text) => ({ text, span }));
}

function several<T>(item: fc.Arbitrary<T>, minLength: number): fc.Arbitrary<readonly T[]> {
  return fc.array(item, { minLength, maxLength: minLength + 2 });
}

const numberText = fc.oneof(
  fc.nat().map(String),
  fc.tuple(fc.nat(99), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('1e-6', '2.5E3', '2.50', '9007199254740991', '1e+3', '0.1'),
);

function numberLiteral(text: string): SurfaceLiteral {
  return { tag: 'number', value: Number(text), text, real: /[.eE]/.test(text) };
}

const literal: fc.Arbitrary<SurfaceLiteral> = fc.oneof(
  numberText.map(numberLiteral),
  fc.boolean().map((value) => ({ tag: 'boolean', value }) as const),
  fc.string({ unit: 'binary', maxLength: 6 }).map((value) => ({ tag: 'string', value }) as const),
);
const patternLiteral = fc.oneof(
  literal,
  numberText.map((text) => numberLiteral(`-${text}`)),
);

const operator = fc.constantFrom(...Object.keys(BINARY_OPERATORS).filter(isBinaryOperator));

const types = fc.letrec<{ type: TypeExpression }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('real', 'int', 'bool', 'string', 'unit').map((name) => ({ tag: 'base', name, span }) as const),
    typeVariable.map((name) => ({ tag: 'variable', name, span }) as const),
    fc.record({
      tag: fc.constant('name' as const),
      name: identifier(typeName),
      arguments: several(tie('type'), 0),
      span: fc.constant(span),
    }),
    fc.record({
      tag: fc.constant('sequence' as const),
      container: fc.constantFrom('list' as const, 'array' as const),
      item: tie('type'),
      span: fc.constant(span),
    }),
    fc.record({
      tag: fc.constant('record' as const),
      fields: several(fc.record({ name: identifier(lowerName), type: tie('type') }), 1),
      span: fc.constant(span),
    }),
    fc.record({ tag: fc.constant('product' as const), items: several(tie('type'), 2), span: fc.constant(span) }),
    fc.record({ tag: fc.constant('sum' as const), left: tie('type'), right: tie('type'), span: fc.constant(span) }),
    fc.record({
      tag: fc.constant('function' as const),
      parameter: tie('type'),
      result: tie('type'),
      span: fc.constant(span),
    }),
  ),
}));

const parameters = fc.letrec<{ parameter: SurfacePattern }>((tie) => ({
  parameter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    lowerName.map((name) => ({ tag: 'variable', name, span }) as const),
    fc.constant({ tag: 'wildcard', span } as const),
    fc.constant({ tag: 'unit', span } as const),
    ...compoundPatterns(tie('parameter')),
  ),
}));

const patterns = fc.letrec<{ pattern: SurfacePattern }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    parameters.parameter,
    patternLiteral.map((value) => ({ tag: 'literal', literal: value, span }) as const),
    fc.record({
      tag: fc.constant('constructor' as const),
      name: identifier(constructorName),
      payload: fc.option(tie('pattern'), { nil: undefined }),
      span: fc.constant(span),
    }),
    fc.record({ tag: fc.constant('list' as const), items: several(tie('pattern'), 0), span: fc.constant(span) }),
    fc.record({
      tag: fc.constant('cons' as const),
      head: tie('pattern'),
      tail: tie('pattern'),
      span: fc.constant(span),
    }),
    ...compoundPatterns(tie('pattern')),
  ),
}));

function compoundPatterns(part: fc.Arbitrary<SurfacePattern>): fc.Arbitrary<SurfacePattern>[] {
  const field = fc.oneof(
    fc.record({ name: identifier(lowerName), pattern: part }),
    lowerName.map((text) => ({ name: { text, span }, pattern: { tag: 'variable', name: text, span } as const })),
  );
  return [
    fc.record({ tag: fc.constant('tuple' as const), items: several(part, 2), span: fc.constant(span) }),
    fc.record({ tag: fc.constant('record' as const), fields: several(field, 1), span: fc.constant(span) }),
    fc.record({
      tag: fc.constant('annotated' as const),
      pattern: part,
      type: types.type,
      span: fc.constant(span),
    }),
  ];
}

/**
 * Returns a node of the tree. The cast is sound: the record has an arbitrary for each field of `R`, none of them
 * optional.
 */
function node<T extends string, R extends object>(
  tag: T,
  parts: { [K in keyof R]: fc.Arbitrary<R[K]> },
): fc.Arbitrary<{ readonly tag: T; readonly span: typeof span } & R> {
  return fc.record(parts).map((fields) => ({ tag, span, ...(fields as R) }));
}

const expressions = fc.letrec<{ expression: Expression; binding: Binding }>((tie) => {
  const part = tie('expression');
  const field = fc.record({ name: identifier(lowerName), value: part });
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      node('variable', { name: valueName }),
      node('constructor', { name: constructorName }),
      node('literal', { literal }),
      fc.constant({ tag: 'unit', span } as const),
      node('tuple', { items: several(part, 2) }),
      node('sequence', { items: several(part, 0) }),
      node('record', { fields: several(field, 1) }),
      node('update', { record: part, fields: several(field, 1) }),
      node('annotated', { expression: part, type: types.type }),
      bindings(tie('binding')).chain((head) => node('let', { body: part }).map((rest) => ({ ...rest, ...head }))),
      node('function', { parameters: several(parameters.parameter, 1), body: part }),
      node('if', { condition: part, consequent: part, alternative: part }),
      node('match', {
        scrutinee: part,
        arms: several(fc.record({ pattern: patterns.pattern, body: part, span: fc.constant(span) }), 1),
      }),
      node('fold', {
        item: parameters.parameter,
        accumulator: parameters.parameter,
        body: part,
        over: part,
        from: part,
      }),
      fc
        .tuple(
          fc.array(
            fc.record({
              pattern: fc.option(parameters.parameter, { nil: undefined }),
              expression: part,
              span: fc.constant(span),
            }),
            { maxLength: 2 },
          ),
          part,
        )
        .map(([statements, result]) => ({
          tag: 'do' as const,
          statements: [...statements, { pattern: undefined, expression: result, span }],
          span,
        })),
      node('binary', { operator, operatorSpan: fc.constant(span), left: part, right: part }),
      node('negate', { operand: part }),
      node('apply', { function: part, argument: part }),
      node('field', { record: part, field: identifier(lowerName) }),
      node('projection', { tuple: part, index: fc.integer({ min: 1, max: 12 }) }),
      node('index', { sequence: part, index: part }),
    ),
    binding: fc.oneof(
      node('function', {
        name: identifier(valueName),
        parameters: several(parameters.parameter, 0),
        annotation: fc.option(types.type, { nil: undefined }),
        body: part,
      }),
      node('pattern', { pattern: parameters.parameter, body: part }),
    ),
  };
});

function bindings(
  binding: fc.Arbitrary<Binding>,
): fc.Arbitrary<{ readonly recursive: boolean; readonly bindings: readonly Binding[] }> {
  return fc.oneof(
    fc.record({ recursive: fc.constant(false), bindings: binding.map((only) => [only]) }),
    fc.record({ recursive: fc.constant(true), bindings: several(binding, 1) }),
  );
}

const bound = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const item: fc.Arbitrary<Item> = fc.oneof(
  node('type', {
    name: identifier(typeName),
    parameters: fc.array(identifier(typeVariable), { maxLength: 2 }),
    definition: fc.oneof(
      types.type.map((type) => ({ tag: 'alias', type }) as const),
      several(
        fc.record({
          name: identifier(typeName),
          payload: fc.option(types.type, { nil: undefined }),
          span: fc.constant(span),
        }),
        1,
      ).map((constructors) => ({ tag: 'variants', constructors }) as const),
    ),
  }),
  bindings(expressions.binding).map((head) => ({ tag: 'let' as const, ...head, span })),
  node('input', {
    name: identifier(lowerName),
    type: types.type,
    value: expressions.expression,
    range: fc.option(
      fc.record({ low: bound, high: bound, step: fc.option(bound, { nil: undefined }), span: fc.constant(span) }),
      { nil: undefined },
    ),
  }),
  node('data', {
    name: identifier(lowerName),
    type: types.type,
    value: fc.option(expressions.expression, { nil: undefined }),
  }),
  node('expression', { expression: expressions.expression }),
);

export const surface: SurfaceArbitraries = {
  type: types.type,
  pattern: patterns.pattern,
  parameter: parameters.parameter,
  expression: expressions.expression,
  binding: expressions.binding,
};

const imported: fc.Arbitrary<Item> = node('import', { source: identifier(fc.string({ maxLength: 8 })) });

export const surfaceProgram: fc.Arbitrary<SurfaceProgram> = fc
  .tuple(fc.array(imported, { maxLength: 2 }), fc.array(item, { maxLength: 5 }))
  .map(([imports, items]) => ({ items: [...imports, ...items], comments: [] }));
