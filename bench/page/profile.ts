/** A profile of the browser's processor profiler. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly lineNumber: number; readonly columnNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const MOST_LINES = 25;
/** Milliseconds below which a function, or a whole profile, is left out. */
const LEAST = 10;

/** Returns the functions that took most time themselves, one a line; none for a profile that was idle. */
export function selfTimes({ nodes, samples, timeDeltas }: Profile): readonly string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, lineNumber, columnNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${lineNumber + 1}:${columnNumber + 1}`,
    ]),
  );
  const times = new Map<string, number>();
  samples.forEach((node, at) => {
    const name = names.get(node) ?? '';
    if (!name.startsWith('(idle)') && !name.startsWith('(program)'))
      times.set(name, (times.get(name) ?? 0) + (timeDeltas[at] ?? 0) / 1000);
  });
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  if (all < 10 * LEAST) return [];
  return [
    `worker, ${all.toFixed(0)} ms:`,
    ...[...times]
      .filter(([, time]) => time >= LEAST)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_LINES)
      .map(([name, time]) => `  ${time.toFixed(0).padStart(5)} ms  ${name}`),
  ];
}
