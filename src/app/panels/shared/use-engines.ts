import { useAppStore } from '../../store/hooks';

/** Returns whether a panel shows an engine: in the lesson view those that are offered, if there are any; elsewhere all. */
export function useIsOffered(): (engine: string | undefined) => boolean {
  const engines = useAppStore((state) => state.offered?.engines);
  return (engine) => !engines?.length || engine === undefined || engine.startsWith('own:') || engines.includes(engine);
}
