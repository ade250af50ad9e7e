import type { Kind, Layout } from '../ir/kind';
import type { Atom } from '../ir/tree';

const KNOWN = new WeakMap<Layout, boolean>();

/** Whether values of a kind contain reals. */
export function holdsReal(kind: Kind): boolean {
  if (typeof kind === 'string') return kind === 'real';
  return reaches(kind, new Set());
}

function reaches(layout: Layout, seen: Set<Layout>): boolean {
  if (layout.tag === 'string' || seen.has(layout)) return false;
  const known = KNOWN.get(layout);
  if (known !== undefined) return known;
  seen.add(layout);
  const kinds = layout.tag === 'array' ? layout.item : layout.constructors.flatMap(({ fields }) => fields);
  const found = kinds.some((kind) => kind === 'real' || (typeof kind === 'object' && reaches(kind, seen)));
  // A layout that is seen on the way is not known yet, so only what was found is certain.
  if (found || seen.size === 1) KNOWN.set(layout, found);
  return found;
}

/** The shadow of data that nothing needs the adjoints of. */
export function absent(kind: Kind): Atom {
  return { tag: 'constant', kind, value: 0 };
}
