import { printNotebook, programOf } from '../../notebook/document';
import { encodeLink, encodeState, isPlain, type LinkState, type PlainValue } from '../../notebook/link';
import type { AppState } from '../store/state';

export type Shared = Pick<AppState, 'notebook' | 'overrides' | 'panel' | 'current' | 'stepMode' | 'stepAt' | 'record'>;

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

function stateToShare({ notebook, overrides, panel, current, stepMode, stepAt, record }: Shared): LinkState {
  const inputs = Object.fromEntries(
    Object.entries(overrides).filter((entry): entry is [string, PlainValue] => isPlain(entry[1])),
  );
  const program = programOf(notebook);
  const cell = program.findIndex(({ id }) => id === current);
  return {
    panel,
    ...(program.length > 1 && cell >= 0 ? { cell } : {}),
    ...(panel === 'steps' && stepAt > 0 ? { step: { mode: stepMode, at: stepAt } } : {}),
    ...(panel === 'descent' && record !== undefined ? { record } : {}),
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
  };
}

/** To a notebook with one of its panels open, that of the present cell or another. */
export function linkToPanel(state: Shared, panel: Shared['panel'], current: Shared['current']): Promise<string> {
  return linkTo({ ...state, panel, current });
}
