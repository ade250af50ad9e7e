/** Sixty code cells with more than 2,000 lines: five chapters of twelve. The first cell of a chapter defines what the others use. */
export const LARGE = { cells: 60, chapter: 12 } as const;

export function largeNotebook(): string {
  const cells = Array.from({ length: LARGE.cells }, (_, cell) => {
    const chapter = Math.floor(cell / LARGE.chapter);
    const lines = Array.from({ length: 15 }, (__, line) => [
      `let step_${cell}_${line} y = sin (y * ${line + 1}.5) +`,
      `  cos (y - ${cell}.25)`,
    ]).flat();
    const isFirst = cell % LARGE.chapter === 0;
    const own = isFirst
      ? [`let base_${chapter} y = y * y + ${chapter}.5`, `base_${chapter} 2`]
      : [`input x_${cell} : real = 0.5 in 0 .. 1`, `base_${chapter} (step_${cell}_3 x_${cell})`];
    return `## Part ${cell + 1}\n\nSome words about $f_{${cell}}$.\n\n\`\`\`pullback\n${[...lines, ...own].join('\n')}\n\`\`\`\n`;
  });
  return `---\ntitle: Sixty cells\n---\n${cells.join('\n')}`;
}
