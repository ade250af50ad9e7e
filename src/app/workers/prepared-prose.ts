import type { ProsePiece } from '../../protocol/prose';

let texts: Promise<ReadonlyMap<string, readonly ProsePiece[]>> | undefined;

/** Loads the texts of the opening page as they were rendered when the page was built, so that no worker is waited for. */
export function prepareOpening(): void {
  texts ??= import('virtual:opening-prose').then(
    ({ prose }) => new Map(prose),
    () => new Map(), // Without the file, the worker renders them.
  );
}

/** Returns a text of the opening page with its formulas in HTML and MathML; undefined for other texts. */
export async function preparedProse(markdown: string): Promise<readonly ProsePiece[] | undefined> {
  return (await texts)?.get(markdown);
}
