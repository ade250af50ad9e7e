import { assertNever } from '../source/internal-error';
import type { Span } from '../source/span';
import type { Pattern } from '../syntax/tree';
import { resolve } from '../types/resolve';
import { product, UNIT } from '../types/type';
import type { Type } from '../types/type';
import { freshBinder, freshVariable, monomorphicGroup, report } from './context';
import type { Context } from './context';
import type { DraftPattern } from './draft';
import { DEPTH_LIMIT } from './context';
import { mismatch, tooDeep, unsupported } from './messages';
import type { Reason } from './reason';
import { readType } from './type-expression';
import { unify } from './unify';

/** The names that a pattern binds so far: none may come twice. */
type Bound = Map<string, Span>;

/** Enters the names of the patterns, which are matched at once, with the types they get from what is matched. */
export function bindPatterns(
  context: Context,
  patterns: readonly { readonly pattern: Pattern; readonly type: Type; readonly reason: Reason }[],
  topLevel = false,
): DraftPattern[] {
  const bound: Bound = new Map();
  return patterns.map(({ pattern, type, reason }) => bind(context, pattern, type, reason, bound, topLevel, 0));
}

function bind(
  context: Context,
  pattern: Pattern,
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
        report(context, {
          severity: 'error',
          code: 'bound-twice',
          message: `\`${pattern.name}\` is bound twice in one pattern`,
          hint: 'give the two parts different names',
          span: origin,
          related: [{ message: 'first bound here', span: first }],
        });
        return wildcard;
      }
      bound.set(pattern.name, origin);
      const binder = topLevel
        ? { name: context.names.topLevel(pattern.name), group: monomorphicGroup() }
        : freshBinder(context, pattern.name);
      context.scope.enter(pattern.name, { tag: 'bound', binder, type: expected, span: origin });
      context.hovers.push({ span: origin, name: pattern.name, type: expected, documentation: undefined });
      return { tag: 'variable', binder, type: expected, origin };
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
      return refuse('a record pattern');
    case 'literal':
      return refuse('a literal as a pattern');
    case 'constructor':
      return refuse('a constructor pattern');
    case 'list':
    case 'cons':
      return refuse('a list pattern');
    default:
      return assertNever(pattern);
  }

  function refuse(what: string): DraftPattern {
    report(context, unsupported(origin, what));
    bindUnknown(context, pattern);
    return wildcard;
  }
}

/** Enters the names of a pattern that is not taken, so that their uses say nothing more. */
export function bindUnknown(context: Context, pattern: Pattern): void {
  const pending: Pattern[] = [pattern];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    switch (next.tag) {
      case 'variable':
        context.scope.enter(next.name, { tag: 'unknown' });
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
