import { useContext, useSyncExternalStore } from 'react';
import { type DeltaPalette, paletteOf } from '../../charts/delta/look';
import { StillContext, useAppStore } from '../../store/hooks';
import { colour, onSchemeChange, type Scheme, schemeOf } from '../../kit/theme';

/** The scheme that the page is drawn in; what is copied for paper is light. */
export function useScheme(): Scheme {
  const theme = useAppStore((state) => state.theme);
  const still = useContext(StillContext);
  return useSyncExternalStore(onSchemeChange, () => (still ? 'light' : schemeOf(theme)));
}

const known = new Map<Scheme, DeltaPalette>();

/** The style sheet's colours and fonts as a canvas takes them. */
export function deltaPalette(scheme: Scheme): DeltaPalette {
  const before = known.get(scheme);
  if (before !== undefined) return before;
  const style = getComputedStyle(document.documentElement);
  const palette = paletteOf(
    (name) => colour(name, scheme),
    (name) => style.getPropertyValue(`--font-${name}`),
  );
  known.set(scheme, palette);
  return palette;
}
