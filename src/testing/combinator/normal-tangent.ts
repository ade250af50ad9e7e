import { newMeter } from '../../semantics/outcome';
import type { Value } from '../../semantics/value';
import { consOf, isTuple, plus, whole, type Call, type Tangent } from '../../ad/differentiable-curry/machine/tangent';
import { tupleParts } from '../../ad/differentiable-curry/machine/tuple-tangent';
import { sameProgram } from '../same-tree';

/**
 * The normal form of a tangent: sums are computed and zeros dropped, and in the tangent of a function ("The
 * Differentiable Curry", 4.1) calls with equal arguments are merged by adding their results: [(x, 0)] is [] and [(x,
 * g), (x, g)] is [(x, g + g)]. The calls are sorted. Undefined is zero.
 */
export type NormalTangent =
  | undefined
  | number
  | readonly NormalTangent[]
  | { readonly payloads: ReadonlyMap<string, NormalTangent> }
  | { readonly list: readonly NormalTangent[] }
  | { readonly items: ReadonlyMap<number, NormalTangent> }
  | { readonly calls: readonly { readonly argument: Value; readonly given: NormalTangent }[] }
  /** Tangents of environments are never compared. */
  | { readonly environment: 'some' };

export function normalTangent(tangent: Tangent): NormalTangent {
  const meter = newMeter();
  const seen = whole(tangent, meter);
  if (seen === undefined || seen === 0) return undefined;
  if (typeof seen === 'number') return seen;
  if (isTuple(seen)) {
    const parts = tupleParts(seen, meter).map(normalTangent);
    return parts.every((part) => part === undefined) ? undefined : parts;
  }
  switch (seen.tag) {
    case 'payloads': {
      const payloads = withoutZeros(seen.payloads);
      return payloads && { payloads };
    }
    case 'items': {
      const items = withoutZeros(seen.items);
      return items && { items };
    }
    case 'cons': {
      const list: NormalTangent[] = [];
      for (let cell = consOf(seen, meter); cell !== undefined; cell = consOf(cell.tail, meter)) {
        list.push(normalTangent(cell.head));
      }
      while (list.length > 0 && list.at(-1) === undefined) list.pop();
      return list.length === 0 ? undefined : { list };
    }
    case 'calls': {
      const calls = merged(seen.calls).flatMap(({ argument, given: sum }) => {
        const given = normalTangent(sum);
        return given === undefined ? [] : [{ argument, given }];
      });
      return calls.length === 0 ? undefined : { calls: calls.toSorted(byArgument) };
    }
    case 'captured':
      return { environment: 'some' };
  }
}

/** Compares calls by their arguments; calls are added, so their order does not matter. */
function byArgument(left: { readonly argument: Value }, right: { readonly argument: Value }): number {
  const [a, b] = [JSON.stringify(left.argument), JSON.stringify(right.argument)];
  return a < b ? -1 : Number(a > b);
}

function withoutZeros<K>(tangents: ReadonlyMap<K, Tangent>): ReadonlyMap<K, NormalTangent> | undefined {
  const found = new Map<K, NormalTangent>();
  for (const [key, tangent] of tangents) {
    const normal = normalTangent(tangent);
    if (normal !== undefined) found.set(key, normal);
  }
  return found.size === 0 ? undefined : found;
}

function merged(calls: readonly Call[]): readonly Call[] {
  const found: Call[] = [];
  for (const { argument, given } of calls) {
    const at = found.findIndex((call) => sameProgram(call.argument, argument));
    const known = found[at];
    if (known === undefined) found.push({ argument, given });
    else found[at] = { argument, given: plus(known.given, given, newMeter()) };
  }
  return found;
}
