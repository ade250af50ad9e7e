import type { ReactNode } from 'react';
import { lazily, PartFailed } from '../../kit/lazily';
import { coverOf } from '../../store/covers';
import { useAppStore, useCell } from '../../store/hooks';

const Cover = lazily(() => import('./Cover').then((module) => module.Cover), PartFailed);

interface CoveredProps {
  /** `outputs`, `result-strip`, or the name of a panel. */
  readonly part: string;
  readonly children: ReactNode;
}

/** A part of a cell's results; a prediction that the reader has not committed yet covers it. */
export function Covered({ part, children }: CoveredProps) {
  const id = useCell();
  const prompt = useAppStore((state) => coverOf(state, id, part)?.id);
  if (prompt === undefined) return children;
  return <Cover prompt={prompt} part={part} fallback={<div className={part} />} />;
}
