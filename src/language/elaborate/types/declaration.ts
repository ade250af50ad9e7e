import { error } from '../../source/diagnostic';
import type { Item } from '../../syntax/tree';
import { isFirstOrder, sameTypes, typeParts } from '../../types/structure';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import { freshVariable, GENERIC_LEVEL, report } from '../context';
import type { Context } from '../context';
import { constructorInstance, constructorType, familyOf } from './constructors';
import type { DeclaredConstructor } from './variant-type';
import { mapParts } from './generalise';
import { mentionType, readType } from './type-expression';
import type { Span } from '../../source/span';

type TypeItem = Extract<Item, { tag: 'type' }>;

/** Declares `type Name a = type` or `type Name a = Con | Con type`. */
export function declareType(context: Context, item: TypeItem): void {
  const { name, parameters, definition } = item;
  const isAlias = context.aliases.get(name.text)?.type !== undefined;
  if (context.variants.has(name.text) || (isAlias && definition.tag === 'variants')) {
    const first = context.variants.get(name.text)?.span;
    report(
      context,
      error('type-twice', name.span, `the type \`${name.text}\` is already defined`, {
        hint: 'rename one of them',
        related: first === undefined ? [] : [{ message: 'first defined here', span: first }],
      }),
    );
    if (definition.tag === 'variants') enterUnknown(context, item);
    return;
  }
  mentionType(context, name, name.span);
  for (const parameter of parameters) context.annotationVariables.set(parameter.text, freshVariable(context));
  if (definition.tag === 'variants') {
    declareVariants(context, item, definition.constructors);
    return;
  }
  const before = context.doubts;
  // The type is read once here, so an error in it is reported once.
  context.declaring = true;
  const known = readType(context, definition.type);
  context.declaring = false;
  checkVariables(context, item);
  context.aliases.set(name.text, {
    span: name.span,
    parameters: parameters.map((parameter) => parameter.text),
    type: context.doubts === before ? definition.type : undefined,
    known: parameters.length === 0 ? known : undefined,
  });
}

function checkVariables(context: Context, { name, parameters, span }: TypeItem): void {
  for (const variable of context.annotationVariables.keys()) {
    if (parameters.some((parameter) => parameter.text === variable)) continue;
    const message = `\`${variable}\` is not a parameter of the type \`${name.text}\``;
    const hint = `write \`type ${[name, ...parameters].map(({ text }) => text).join(' ')} ${variable} = ...\``;
    report(context, error('unbound-type-variable', span, message, { hint }));
  }
}

type Constructors = Extract<TypeItem['definition'], { tag: 'variants' }>['constructors'];

function declareVariants(context: Context, item: TypeItem, declared: Constructors): void {
  const { name, parameters } = item;
  const variables = [...context.annotationVariables.values()].flatMap((type) =>
    type.tag === 'variable' ? [type.variable] : [],
  );
  const given = variables.map((variable): Type => ({ tag: 'variable', variable }));
  const type: Type = { tag: 'named', name: name.text, arguments: given };
  const { span } = name;
  const before = context.doubts;
  // The declaration is entered early because its payloads may mention it.
  context.variants.set(name.text, {
    name: name.text,
    parameters: variables,
    type,
    constructors: [],
    named: new Map(),
    family: [],
    span,
  });
  const own = new Map<string, DeclaredConstructor>();
  for (const each of declared) {
    const payload = each.payload && readType(context, each.payload);
    if (payload !== undefined && each.payload !== undefined) checkRegular(context, payload, type, each.payload.span);
    if (isNew(context, each.name.text, each.name.span, own))
      own.set(each.name.text, { name: each.name.text, payload, span: each.name.span });
  }
  checkVariables(context, item);
  for (const variable of variables) variable.level = GENERIC_LEVEL;
  if (context.doubts > before) {
    context.variants.delete(name.text);
    context.aliases.set(name.text, { span, parameters: parameters.map(({ text }) => text), type: undefined });
    enterUnknown(context, item);
    return;
  }
  const constructors = [...own.values()];
  const plain = constructors.every(({ payload }) => payload === undefined || isFirstOrder(payload));
  const mark = (part: Type): Type =>
    part.tag === 'named' && part.name === name.text ? { ...part, carriesFunctions: true } : mapParts(part, mark);
  const marked = plain
    ? constructors
    : constructors.map((each) => ({ ...each, payload: each.payload && mark(each.payload) }));
  const variant = {
    name: name.text,
    parameters: variables,
    type: plain ? type : mark(type),
    constructors: marked,
    named: new Map(marked.map((each) => [each.name, each])),
    family: familyOf(marked),
    span,
  };
  context.variants.set(name.text, variant);
  for (const each of constructors) {
    context.constructors.set(each.name, variant);
    const made = constructorInstance(context, each.name);
    context.mentions.push({
      span: each.span,
      name: each.name,
      kind: 'constructor',
      definition: each.span,
      type: made && constructorType(made),
      documentation: undefined,
    });
  }
}

function isNew(context: Context, name: string, span: Span, own: ReadonlyMap<string, DeclaredConstructor>): boolean {
  const variant = context.constructors.get(name);
  const first = (variant?.named ?? own).get(name);
  if (first === undefined) return true;
  const of = variant === undefined ? 'this type' : `the type \`${variant.name}\``;
  report(
    context,
    error('constructor-twice', span, `the constructor \`${name}\` is already defined, in ${of}`, {
      hint: 'rename one of them: two constructors cannot share a name',
      related: [{ message: 'first defined here', span: first.span }],
    }),
  );
  return false;
}

/**
 * Reports a type that recurs at arguments other than its parameters, because it would have infinitely many instances.
 */
function checkRegular(context: Context, open: Type, own: Type, span: Span): void {
  const type = resolve(open);
  if (type.tag === 'named' && own.tag === 'named' && type.name === own.name) {
    const same = sameTypes(type.arguments, own.arguments);
    if (same) return;
    const message = `inside its declaration, \`${own.name}\` must have its own parameters as arguments`;
    report(context, error('irregular-type', span, message, { hint: 'use its own parameters, in the same order' }));
    return;
  }
  for (const part of typeParts(type)) checkRegular(context, part, own, span);
}

/** Enters the constructors of a rejected type, so that their uses cause no further errors. */
function enterUnknown(context: Context, { definition }: TypeItem): void {
  if (definition.tag !== 'variants') return;
  for (const { name } of definition.constructors) {
    if (!context.constructors.has(name.text)) context.scope.enter(name.text, { tag: 'unknown', span: name.span });
  }
}
