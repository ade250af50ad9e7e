import { useMemo } from 'react';
import { type Exercise, exercisesOf } from '../../notebook/exercises';
import { useAppStore } from '../store/hooks';

/** Returns the first exercise of the notebook that is wanted. */
export function useExercise(isWanted: (exercise: Exercise) => boolean): Exercise | undefined {
  const notebook = useAppStore((state) => state.notebook);
  return useMemo(() => exercisesOf(notebook), [notebook]).find(isWanted);
}
