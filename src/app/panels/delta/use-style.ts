import { useState } from 'react';
import { embedded } from '../../kit/embedding';
import type { DeltaStyle } from '../../charts/delta/graph';

const KEY = 'pullback.delta';

/** The node style that the reader chose last: this browser remembers it. */
export function useStyle(): [DeltaStyle | undefined, (style: DeltaStyle) => void] {
  const [style, setStyle] = useState(savedStyle);
  return [
    style,
    (chosen) => {
      setStyle(chosen);
      if (embedded) return;
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // Without storage the choice lasts as long as the panel.
      }
    },
  ];
}

function savedStyle(): DeltaStyle | undefined {
  if (embedded) return undefined;
  try {
    const saved = localStorage.getItem(KEY);
    return saved === 'source' || saved === 'paper' || saved === 'cards' ? saved : undefined;
  } catch {
    return undefined;
  }
}
