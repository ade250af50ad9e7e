import { useEffect, useReducer, useState } from 'react';
import { type Course, PLACEMENT, placedAt, type Stop, wayFrom } from '../../notebook/course';
import { loadCourse, titleOf } from '../shelf/course';
import { onAnswersChange } from '../shelf/answers';
import { acceptedAnswer } from '../shelf/marks';
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
  const [marks, read] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onAnswersChange(read), []);
  const [found, setFound] = useState<{ readonly id: string; readonly way: Way }>();
  useEffect(() => {
    if (id === undefined) return;
    let live = true;
    const find = async (): Promise<void> => {
      const course = await loadCourse();
      const { previous, next } = id === PLACEMENT ? placement(course) : wayFrom(course, id, audience);
      const way = { previous: await beyond(previous, 'Previous'), next: await beyond(next, 'Next') };
      if (live) setFound({ id, way });
    };
    find().catch(() => undefined); // Without the course, a lesson ends with its notebook.
    return () => {
      live = false;
    };
  }, [id, audience, marks]);
  return found !== undefined && found.id === id ? found.way : NOWHERE;
}

/** The placement quiz leads to the unit to start at. */
function placement(course: Course): ReturnType<typeof wayFrom> {
  const unit = placedAt(course, (key) => acceptedAnswer(key) !== undefined);
  return unit === undefined ? {} : { next: { notebook: unit.notebooks[0] ?? '', unit, isElsewhere: true } };
}

async function beyond(stop: Stop | undefined, word: string): Promise<Beyond | undefined> {
  if (stop === undefined) return undefined;
  const { notebook, unit, isElsewhere } = stop;
  const label = isElsewhere ? `${word} unit: ${unit.title}` : `${word}: ${(await titleOf(notebook)) ?? notebook}`;
  return { notebook, label };
}
