/** A supply of names: `fresh('x')` is `x` if that is free, else `x1`, `x2`, ...; each is given out once. */
export type FreshNames = (base: string) => string;

/** Fresh with respect to `used`, and to all names given out before. Names stay legal identifiers if `base` is one. */
export function freshNames(used: Iterable<string>): FreshNames {
  const taken = new Set(used);
  const counters = new Map<string, number>();
  return (base) => {
    if (!taken.has(base)) {
      taken.add(base);
      return base;
    }
    const stem = base.replace(/[0-9]+$/u, '');
    const root = stem === '' ? base : stem;
    let count = counters.get(root) ?? 0;
    let name: string;
    do name = `${root}${++count}`;
    while (taken.has(name));
    counters.set(root, count);
    taken.add(name);
    return name;
  };
}
