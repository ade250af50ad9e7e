import { resolve } from '../../types/resolve';
import { INT, REAL } from '../../types/type';
import { report } from '../context';
import type { Context, PendingProduct } from '../context';
import { mismatch } from '../messages/messages';
import { lower, restrict, unify } from '../types/unify';
import type { Conflict } from '../types/unify';

/**
 * Relates the types of a product `c * v` or a quotient `v / c`. If `v` is made of reals, `c` is a real. If it is a number,
 * both have one type. While neither is known, the product stays open.
 */
export function addProduct(context: Context, product: PendingProduct): void {
  if (attempt(context, product)) context.products.push(product);
}

/**
 * Ends the products of a definition that is about to be generalised: those that nothing determines are of numbers. If
 * an outer place can still determine one, it stays open, and its types are not generalised.
 */
export function closeProducts(context: Context): void {
  context.products = context.products.filter((product) => {
    if (!attempt(context, product)) return false;
    const levels = [product.scalar, product.at].map((open) => {
      const type = resolve(open);
      return type.tag === 'variable' ? type.variable.level : Infinity;
    });
    if (Math.min(...levels) > context.level) {
      close(context, product);
      return false;
    }
    lower(product.scalar, context.level);
    lower(product.at, context.level);
    return true;
  });
}

/** Ends the products of an item: those that nothing determines are of numbers. */
export function settleProducts(context: Context): void {
  for (const product of context.products) if (attempt(context, product)) close(context, product);
  context.products = [];
}

function close(context: Context, product: PendingProduct): void {
  tell(context, product, unify(context, product.scalar, product.at));
}

/** Relates the types as far as they are known; returns whether the product stays open. */
function attempt(context: Context, product: PendingProduct): boolean {
  const [scalar, at] = [resolve(product.scalar), resolve(product.at)];
  if (at.tag === 'variable' && at.variable.kind !== 'num') {
    if (product.operator === '/') return true;
    if (scalar.tag === 'variable') {
      if (scalar.variable !== at.variable) return true;
      tell(context, product, restrict(context, at, 'num'));
    } else {
      tell(context, product, scalar.tag === 'int' ? unify(context, at, INT) : restrict(context, at, 'vector'));
    }
    return false;
  }
  const isNumber = at.tag === 'variable' || at.tag === 'int' || at.tag === 'real';
  tell(context, product, unify(context, product.scalar, isNumber ? at : REAL));
  return false;
}

function tell(context: Context, product: PendingProduct, conflict: Conflict | undefined): void {
  if (conflict === undefined) return;
  const { scalar, at, operator, left, right } = product;
  const reason = { tag: 'operand', operator, other: left } as const;
  report(context, mismatch({ place: right.span, expected: scalar, found: at, conflict, reason, expression: right }));
}
