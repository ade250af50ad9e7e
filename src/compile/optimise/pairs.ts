import type { Build, For, Pair, Statement, While } from '../ir/tree';
import { Slots } from './slots';

/** A loop of the way there, and that of the way back, which begins with what the former ends with. */
export interface LoopPair {
  readonly there: For | Build | While;
  readonly back: For;
  /** Whether the first loop binds a variable, or a statement between the two. */
  readonly isLate: (id: number) => boolean;
}

/** Statements in the places of a pair's loops. */
interface Changed {
  readonly there: readonly Statement[];
  readonly back: Statement;
}

/**
 * Returns statements where `change` has changed the pairs of loops among them. Where code was copied, more than two
 * loops have the same number: these are left alone.
 */
export function changedPairs(
  statements: readonly Statement[],
  change: (pair: LoopPair) => Changed | undefined,
): readonly Statement[] {
  let loops: Map<Pair, number[]> | undefined;
  statements.forEach((each, slot) => {
    if ((each.tag !== 'for' && each.tag !== 'build' && each.tag !== 'while') || each.pair === undefined) return;
    loops ??= new Map();
    const known = loops.get(each.pair);
    if (known === undefined) loops.set(each.pair, [slot]);
    else known.push(slot);
  });
  if (loops === undefined) return statements;
  let slots: Slots | undefined;
  let places: ReadonlyMap<number, number> | undefined;
  for (const [first, last, ...more] of loops.values()) {
    if (first === undefined || last === undefined || more.length > 0) continue;
    const [there, back] = [statements[first], statements[last]];
    if (there?.tag !== 'for' && there?.tag !== 'build' && there?.tag !== 'while') continue;
    if (back?.tag !== 'for') continue;
    const isLate = (id: number): boolean => {
      const place = (places ??= placesIn(statements)).get(id) ?? -1;
      return place >= first && place < last;
    };
    const made = change({ there, back, isLate });
    if (made === undefined) continue;
    slots ??= new Slots(statements);
    slots.put(first, made.there);
    slots.put(last, [made.back]);
  }
  return slots?.all() ?? statements;
}

/** Returns the slots of the statements that bind variables. */
function placesIn(statements: readonly Statement[]): ReadonlyMap<number, number> {
  return new Map(statements.flatMap(({ targets }, slot) => targets.map(({ id }) => [id, slot] as const)));
}
