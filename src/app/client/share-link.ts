import { printNotebook } from '../../notebook/document';
import { encodeLink, encodeState, isPlain, type LinkState, type PlainValue } from '../../notebook/link';
import type { AppState } from '../store/store';

type Shared = Pick<AppState, 'notebook' | 'overrides' | 'panel'>;

/** The whole notebook as it stands, with its inputs and its panel. */
export async function linkTo({ notebook, overrides, panel }: Shared): Promise<string> {
  return addressOfPage(await encodeLink(printNotebook(notebook), stateToShare(overrides, panel)));
}

/** A notebook that ships with the page, with its inputs and its panel. */
export function linkToBuiltin(id: string, { overrides, panel }: Shared): string {
  return addressOfPage(`#e=${id}${encodeState(stateToShare(overrides, panel))}`);
}

/** Of the whole page, also where this one is embedded. */
function addressOfPage(fragment: string): string {
  return `${location.origin}${location.pathname}${fragment}`;
}

function stateToShare(overrides: AppState['overrides'], panel: string): LinkState {
  const inputs = Object.fromEntries(
    Object.entries(overrides).filter((entry): entry is [string, PlainValue] => isPlain(entry[1])),
  );
  return { panel, ...(Object.keys(inputs).length > 0 ? { inputs } : {}) };
}
