import { useEffect, useState } from 'react';
import { type Stop, wayFrom } from '../../notebook/course';
import { loadCourse, titleOf } from '../shelf/course';
import { useAppStore } from '../store/hooks';

/** A notebook that a lesson leads to. */
export interface Beyond {
  readonly notebook: string;
  /** Its title, or that of its unit if another unit begins. */
  readonly label: string;
}

interface Way {
  readonly previous?: Beyond | undefined;
  readonly next?: Beyond | undefined;
}

const NOWHERE: Way = {};

/** Returns the notebooks before and after the open one in the course; none outside the course, and until it has loaded. */
export function useWay(): Way {
  const id = useAppStore(({ origin }) => (origin.tag === 'builtin' ? origin.id : undefined));
  const audience = useAppStore((state) => state.audience);
  const [found, setFound] = useState<{ readonly id: string; readonly way: Way }>();
  useEffect(() => {
    if (id === undefined) return;
    let live = true;
    const find = async (): Promise<void> => {
      const { previous, next } = wayFrom(await loadCourse(), id, audience);
      const way = { previous: await beyond(previous, 'Previous'), next: await beyond(next, 'Next') };
      if (live) setFound({ id, way });
    };
    find().catch(() => undefined); // Without the course, a lesson ends with its notebook.
    return () => {
      live = false;
    };
  }, [id, audience]);
  return found !== undefined && found.id === id ? found.way : NOWHERE;
}

async function beyond(stop: Stop | undefined, word: string): Promise<Beyond | undefined> {
  if (stop === undefined) return undefined;
  const { notebook, unit, isElsewhere } = stop;
  const label = isElsewhere ? `${word} unit: ${unit.title}` : `${word}: ${(await titleOf(notebook)) ?? notebook}`;
  return { notebook, label };
}
