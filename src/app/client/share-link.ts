import { printNotebook, programOf } from '../../notebook/document';
import { encodeLink, encodeState, isPlain, type LinkState, type PlainValue } from '../../notebook/link';
import type { AppState } from '../store/store';

type Shared = Pick<AppState, 'notebook' | 'overrides' | 'panel' | 'current'>;

/** The whole notebook as it stands, with its inputs and its panel. */
export async function linkTo(shared: Shared): Promise<string> {
  return addressOfPage(await encodeLink(printNotebook(shared.notebook), stateToShare(shared)));
}

/** A notebook that ships with the page, with its inputs and its panel. */
export function linkToBuiltin(id: string, shared: Shared): string {
  return addressOfPage(`#e=${id}${encodeState(stateToShare(shared))}`);
}

/** Of the whole page, also where this one is embedded. */
export function addressOfPage(fragment: string): string {
  return `${location.origin}${location.pathname}${fragment}`;
}

function stateToShare({ notebook, overrides, panel, current }: Shared): LinkState {
  const inputs = Object.fromEntries(
    Object.entries(overrides).filter((entry): entry is [string, PlainValue] => isPlain(entry[1])),
  );
  const program = programOf(notebook);
  const cell = program.findIndex(({ id }) => id === current);
  return {
    panel,
    ...(program.length > 1 && cell >= 0 ? { cell } : {}),
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
  };
}
