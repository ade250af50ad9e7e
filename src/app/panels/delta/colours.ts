import { useSyncExternalStore } from 'react';
import type { DeltaColours } from '../../charts/delta/canvas';
import { useAppStore } from '../../store/hooks';
import { colour, onSchemeChange, type Scheme, schemeOf } from '../../kit/theme';

/** The scheme that the page is drawn in. */
export function useScheme(): Scheme {
  const theme = useAppStore((state) => state.theme);
  return useSyncExternalStore(onSchemeChange, () => schemeOf(theme));
}

const known = new Map<Scheme, DeltaColours>();

/** The style sheet's colours and fonts as a canvas takes them. */
export function deltaColours(scheme: Scheme): DeltaColours {
  const before = known.get(scheme);
  if (before !== undefined) return before;
  const style = getComputedStyle(document.documentElement);
  const colours: DeltaColours = {
    paper: colour('paper-raised', scheme),
    ink: colour('ink', scheme),
    rule: colour('rule-strong', scheme),
    structure: colour('structure', scheme),
    primal: colour('primal', scheme),
    primalWash: colour('primal-wash', scheme),
    cotangent: colour('cotangent', scheme),
    cotangentWash: colour('cotangent-wash', scheme),
    highlight: colour('highlight', scheme),
    codeFont: style.getPropertyValue('--font-code'),
    proseFont: style.getPropertyValue('--font-prose'),
    uiFont: style.getPropertyValue('--font-ui'),
  };
  known.set(scheme, colours);
  return colours;
}
