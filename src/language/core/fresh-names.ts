import { RESERVED_NAMES } from './reserved-names';

/** A supply of names: `fresh('x')` is `x` if it is free, else `x_1`, `x_2`, ...; no name is returned twice. */
export type FreshNames = (base: string) => string;

/** Returns names that avoid `used`, the reserved names of the surface syntax, and all names returned before. */
export function freshNames(used: Iterable<string>): FreshNames {
  const taken = new Set([...RESERVED_NAMES, ...used]);
  const counters = new Map<string, number>();
  return (base) => {
    if (!taken.has(base)) {
      taken.add(base);
      return base;
    }
    const stem = base.replace(/_[0-9]+$/u, '');
    let count = counters.get(stem) ?? 0;
    let name: string;
    do name = `${stem}_${++count}`;
    while (taken.has(name));
    counters.set(stem, count);
    taken.add(name);
    return name;
  };
}
