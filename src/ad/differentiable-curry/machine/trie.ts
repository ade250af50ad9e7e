/**
 * Persistent maps from indices to values: big-endian Patricia tries (Okasaki & Gill, "Fast Mergeable Integer Maps", 1998).
 * Indices are smaller than 2^30. The union of a small map and a large one takes time logarithmic in the large one, and the two
 * share what they have in common, so nothing that is kept elsewhere changes.
 */
export type Trie<T> = Leaf<T> | Branch<T>;

interface Leaf<T> {
  readonly size: 1;
  readonly index: number;
  readonly value: T;
}

interface Branch<T> {
  readonly size: number;
  /** The bits that all indices share, and the highest one in which they differ. */
  readonly prefix: number;
  readonly bit: number;
  /** The indices without `bit`, and those with it. */
  readonly left: Trie<T>;
  readonly right: Trie<T>;
}

export function single<T>(index: number, value: T): Trie<T> {
  return { size: 1, index, value };
}

export function valueAt<T>(trie: Trie<T>, index: number): T | undefined {
  let at = trie;
  while (isBranch(at)) at = (index & at.bit) === 0 ? at.left : at.right;
  return at.index === index ? at.value : undefined;
}

/** Returns the union; `add` makes the value of an index that is in both. */
export function union<T>(a: Trie<T>, b: Trie<T>, add: (a: T, b: T) => T): Trie<T> {
  if (!isBranch(a) && !isBranch(b)) {
    return a.index === b.index ? single(a.index, add(a.value, b.value)) : joined(a, b);
  }
  const [p, q] = [prefixOf(a), prefixOf(b)];
  const [first, second] = [bitOf(a), bitOf(b)];
  if (isBranch(a) && isBranch(b) && first === second && p === q) {
    return branch(p, first, union(a.left, b.left, add), union(a.right, b.right, add));
  }
  if (isBranch(a) && first > second && (q & maskOf(first)) === p) {
    return (q & first) === 0
      ? branch(p, first, union(a.left, b, add), a.right)
      : branch(p, first, a.left, union(a.right, b, add));
  }
  if (isBranch(b) && second > first && (p & maskOf(second)) === q) {
    return (p & second) === 0
      ? branch(q, second, union(a, b.left, add), b.right)
      : branch(q, second, b.left, union(a, b.right, add));
  }
  return joined(a, b);
}

/** Returns the part with the indices below `end`, if there are any. */
export function below<T>(trie: Trie<T>, end: number): Trie<T> | undefined {
  if (!isBranch(trie)) return trie.index < end ? trie : undefined;
  const { prefix, bit, left, right } = trie;
  if ((prefix | (2 * bit - 1)) < end) return trie;
  const [least, most] = [below(left, end), below(right, end)];
  if (least === undefined || most === undefined) return least ?? most;
  return most === right ? trie : branch(prefix, bit, least, most);
}

/** Calls `visit` for each index, in order. */
export function forEach<T>(trie: Trie<T>, visit: (value: T, index: number) => void): void {
  if (isBranch(trie)) {
    forEach(trie.left, visit);
    forEach(trie.right, visit);
  } else visit(trie.value, trie.index);
}

function isBranch<T>(trie: Trie<T>): trie is Branch<T> {
  return 'left' in trie;
}

/** A leaf differs from others below its lowest bit. */
function bitOf<T>(trie: Trie<T>): number {
  return isBranch(trie) ? trie.bit : 0;
}

function prefixOf<T>(trie: Trie<T>): number {
  return isBranch(trie) ? trie.prefix : trie.index;
}

/** The bits above a bit. */
function maskOf(bit: number): number {
  return -(bit << 1);
}

function branch<T>(prefix: number, bit: number, left: Trie<T>, right: Trie<T>): Branch<T> {
  return { size: left.size + right.size, prefix, bit, left, right };
}

/** Returns the branch of two tries none of which contains the other's prefix. */
function joined<T>(a: Trie<T>, b: Trie<T>): Branch<T> {
  const [p, q] = [prefixOf(a), prefixOf(b)];
  const bit = 1 << (31 - Math.clz32(p ^ q));
  const prefix = p & maskOf(bit);
  return (p & bit) === 0 ? branch(prefix, bit, a, b) : branch(prefix, bit, b, a);
}
