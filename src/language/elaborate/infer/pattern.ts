import { assertNever } from '../../source/internal-error';
import type { Span } from '../../source/span';
import { error, type Diagnostic } from '../../source/diagnostic';
import type { SurfaceLiteral, SurfacePattern } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { BOOL, product, REAL, STRING, UNIT } from '../../types/type';
import type { Type } from '../../types/type';
import { newBinder, enter, freshVariable, mentionUnknown, monomorphicGroup, report } from '../context';
import type { Context } from '../context';
import type { DraftPattern } from '../draft';
import { DEPTH_LIMIT } from '../context';
import { constructorInstance, constructorType, listConstructor } from '../types/constructors';
import type { ConstructorInstance } from '../types/constructors';
import { describe } from '../messages/describe';
import { mismatch, tooDeep } from '../messages/messages';
import { noSuchPart } from '../messages/parts';
import { recordType, reportTwice } from './record';
import { unknownConstructor } from '../messages/unknown';
import type { Reason } from '../messages/reason';
import { readType } from '../types/type-expression';
import { partOf, unify } from '../types/unify';
import { warnOfShadow } from '../messages/unused';

/** The names that a pattern has bound so far; duplicates are errors. */
type Bound = Map<string, Span>;

/** Enters the names of an arm's pattern, which can be refutable. */
export function bindArm(context: Context, pattern: SurfacePattern, type: Type, reason: Reason): DraftPattern {
  return bind(context, pattern, type, reason, new Map(), false, 0);
}

/**
 * Enters the names of patterns that are matched together, with their types. The parser has already reported refutable
 * patterns, and a program that contains one never runs.
 */
export function bindPatterns(
  context: Context,
  patterns: readonly { readonly pattern: SurfacePattern; readonly type: Type; readonly reason: Reason }[],
  topLevel = false,
): DraftPattern[] {
  const bound: Bound = new Map();
  return patterns.map(({ pattern, type, reason }) => {
    const draft = bind(context, pattern, type, reason, bound, topLevel, 0);
    if (isRefutable(draft)) context.isRefutable = true;
    return draft;
  });
}

function isRefutable(pattern: DraftPattern): boolean {
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard':
      return false;
    case 'tuple':
      return pattern.items.some(isRefutable);
    case 'record':
      return pattern.fields.some((field) => isRefutable(field.pattern));
    case 'literal':
    case 'constructor':
      return true;
    default:
      return assertNever(pattern);
  }
}

function bind(
  context: Context,
  pattern: SurfacePattern,
  expected: Type,
  reason: Reason,
  bound: Bound,
  topLevel: boolean,
  depth: number,
): DraftPattern {
  const origin = pattern.span;
  const wildcard: DraftPattern = { tag: 'wildcard', type: expected, origin };
  if (depth > DEPTH_LIMIT) {
    report(context, tooDeep(origin));
    return wildcard;
  }
  const meet = (found: Type, why: Reason): void => {
    const conflict = unify(context, expected, found);
    if (conflict !== undefined) report(context, mismatch({ place: origin, expected, found, conflict, reason: why }));
  };
  switch (pattern.tag) {
    case 'variable': {
      const first = bound.get(pattern.name);
      if (first !== undefined) {
        report(
          context,
          error('bound-twice', origin, `\`${pattern.name}\` is bound twice in one pattern`, {
            hint: 'use two different names',
            related: [{ message: 'first bound here', span: first }],
          }),
        );
        return wildcard;
      }
      bound.set(pattern.name, origin);
      const name = newBinder(context, pattern.name, monomorphicGroup(), topLevel);
      warnOfShadow(context, pattern.name, origin, !topLevel);
      enter(context, name, expected, origin, !topLevel);
      return { tag: 'variable', binder: name, type: expected, origin };
    }
    case 'wildcard':
      return wildcard;
    case 'unit':
      meet(UNIT, reason);
      return { tag: 'wildcard', type: UNIT, origin };
    case 'tuple': {
      const known = resolve(expected);
      const matches = known.tag === 'product' && known.items.length === pattern.items.length;
      const types = matches ? known.items : pattern.items.map(() => freshVariable(context));
      if (!matches) meet(product(types), reason);
      const items = pattern.items.map((item, index) =>
        bind(context, item, types[index] ?? freshVariable(context), reason, bound, topLevel, depth + 1),
      );
      return { tag: 'tuple', items, type: product(types), origin };
    }
    case 'annotated': {
      const type = readType(context, pattern.type);
      meet(type, reason);
      return bind(context, pattern.pattern, type, reason, bound, topLevel, depth + 1);
    }
    case 'record':
      return recordPattern(pattern);
    case 'literal': {
      const { literal } = pattern;
      const type = literalType(context, literal);
      meet(type, reason);
      return { tag: 'literal', value: literal.value, type, origin };
    }
    case 'constructor': {
      const { name, payload } = pattern;
      const made = constructorInstance(context, name.text);
      if (made === undefined) {
        const meaning = context.scope.lookup(name.text);
        if (meaning?.tag === 'unknown') mentionUnknown(context, name, meaning.span);
        else report(context, unknownConstructor(context, name, false));
        bindUnknown(context, pattern);
        return wildcard;
      }
      meet(made.type, reason);
      context.mentions.push({
        span: name.span,
        name: name.text,
        kind: 'constructor',
        definition: made.declared,
        type: constructorType(made),
        documentation: undefined,
      });
      return constructed(made, name.span, payload);
    }
    case 'cons': {
      const item = freshVariable(context);
      const made = listConstructor('::', item);
      meet(made.type, reason);
      const [head, tail] = [inner(pattern.head, item), inner(pattern.tail, made.type)];
      return cons(made, head, tail);
    }
    case 'list': {
      const item = freshVariable(context);
      const [made, end] = [listConstructor('::', item), listConstructor('[]', item)];
      meet(made.type, reason);
      const items = pattern.items.map((each) => inner(each, item));
      const { name, type, family } = end;
      const empty: DraftPattern = { tag: 'constructor', name, family, payload: undefined, type, origin };
      return items.reduceRight<DraftPattern>((tail, head) => cons(made, head, tail), empty);
    }
    default:
      return assertNever(pattern);
  }

  function inner(part: SurfacePattern, type: Type, why: Reason = reason): DraftPattern {
    return bind(context, part, type, why, bound, topLevel, depth + 1);
  }

  function cons({ name, family, type, payload: pair }: ConstructorInstance, head: DraftPattern, tail: DraftPattern) {
    const payload = { tag: 'tuple', items: [head, tail], type: pair ?? UNIT, origin } as const;
    return { tag: 'constructor', name, family, payload, type, origin } as const;
  }

  function constructed(made: ConstructorInstance, place: Span, payload: SurfacePattern | undefined): DraftPattern {
    const { name, family, type } = made;
    const node = { tag: 'constructor', name, family, type, origin } as const;
    if (made.payload === undefined || payload === undefined) {
      if (made.payload !== undefined) report(context, missingPayload(name, made.payload, place));
      if (payload !== undefined) {
        report(context, extraPayload(name, payload.span));
        bindUnknown(context, payload);
      }
      return { ...node, payload: undefined };
    }
    return { ...node, payload: inner(payload, made.payload, { tag: 'pattern', span: payload.span }) };
  }

  function recordPattern({ fields }: Extract<SurfacePattern, { tag: 'record' }>): DraftPattern {
    reportTwice(
      context,
      fields.map(({ name }) => name),
    );
    const known = resolve(expected);
    // A pattern may leave out fields of a record whose type is known.
    const whole =
      known.tag === 'record'
        ? known
        : recordType(fields.map(({ name }) => ({ name: name.text, type: freshVariable(context) })));
    if (known !== whole) meet(whole, reason);
    const taken = new Map<string, DraftPattern>();
    for (const { name, pattern: part } of fields) {
      const type = partOf(whole, name.text);
      if (type === undefined) {
        report(context, noSuchPart(whole, name.text, origin, name.span));
        bindUnknown(context, part);
      } else {
        taken.set(name.text, inner(part, type));
      }
    }
    const parts = (whole.tag === 'record' ? whole.fields : []).map(({ name, type }) => ({
      name,
      pattern: taken.get(name) ?? ({ tag: 'wildcard', type, origin } as const),
    }));
    return { tag: 'record', fields: parts, type: whole, origin };
  }
}

export function literalType(context: Context, literal: SurfaceLiteral): Type {
  switch (literal.tag) {
    case 'boolean':
      return BOOL;
    case 'string':
      return STRING;
    case 'number':
      // The lexer has rejected numbers that are too large.
      return literal.real ? REAL : freshVariable(context, 'num');
    default:
      return assertNever(literal);
  }
}

function missingPayload(name: string, payload: Type, span: Span): Diagnostic {
  return error(
    'constructor-payload',
    span,
    `\`${name}\` carries a value of type ${describe(payload)}, which this pattern does not match`,
    {
      hint: `write \`${name} _\` to ignore the value`,
    },
  );
}

function extraPayload(name: string, span: Span): Diagnostic {
  return error('constructor-payload', span, `\`${name}\` carries no value`, { hint: `write \`${name}\` alone` });
}

/** Enters the names of a rejected pattern, so that their uses cause no further errors. */
export function bindUnknown(context: Context, pattern: SurfacePattern): void {
  const pending: SurfacePattern[] = [pattern];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    switch (next.tag) {
      case 'variable':
        context.scope.enter(next.name, { tag: 'unknown', span: next.span });
        break;
      case 'tuple':
      case 'list':
        pending.push(...next.items);
        break;
      case 'record':
        pending.push(...next.fields.map((field) => field.pattern));
        break;
      case 'annotated':
        pending.push(next.pattern);
        break;
      case 'constructor':
        if (next.payload !== undefined) pending.push(next.payload);
        break;
      case 'cons':
        pending.push(next.head, next.tail);
        break;
      case 'wildcard':
      case 'unit':
      case 'literal':
        break;
      default:
        assertNever(next);
    }
  }
}
