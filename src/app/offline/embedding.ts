/** Stands in the place of `kit/embedding.ts`: an exported page reads and writes nothing in the browser. */
export const embedded = true;
