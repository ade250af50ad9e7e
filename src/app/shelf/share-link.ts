import { printToShare } from '../../notebook/carried';
import { programIndex, programOf } from '../../notebook/document';
import {
  encodeLink,
  encodeState,
  isPlain,
  MOST_DECODED,
  MOST_ENCODED,
  type LinkState,
  type PlainValue,
} from '../../notebook/link';
import type { AppState } from '../store/state';

export type Shared = Pick<
  AppState,
  'notebook' | 'overrides' | 'panel' | 'current' | 'stepMode' | 'stepAt' | 'record' | 'origin' | 'edited' | 'shelfId'
>;

/**
 * A link to the notebook with its input values and the open panel: by its name if it ships with the page and is unchanged,
 * and else with all of it. Undefined if no page could read the link.
 */
export async function linkTo(shared: Shared): Promise<string | undefined> {
  const builtin = unchangedBuiltin(shared);
  if (builtin !== undefined) return addressOfPage(`#e=${builtin}${encodeState(stateToShare(shared))}`);
  const markdown = printToShare(shared.notebook);
  if (markdown.length > MOST_DECODED) return undefined;
  const fragment = await encodeLink(markdown, stateToShare(shared));
  return fragment.length > MOST_ENCODED ? undefined : addressOfPage(fragment);
}

/** The name of the notebook if it ships with the page and is unchanged. */
export function unchangedBuiltin({ origin, edited, shelfId }: Shared): string | undefined {
  return origin.tag === 'builtin' && !edited && shelfId === undefined ? origin.id : undefined;
}

/** The address of a fragment in the full page, even if this page is embedded. */
export function addressOfPage(fragment: string): string {
  return `${location.origin}${location.pathname}${fragment}`;
}

function stateToShare({ notebook, overrides, panel, current, stepMode, stepAt, record }: Shared): LinkState {
  const inputs = Object.fromEntries(
    Object.entries(overrides).filter((entry): entry is [string, PlainValue] => isPlain(entry[1])),
  );
  const program = programOf(notebook);
  const cell = current === undefined ? -1 : programIndex(notebook, current);
  return {
    panel,
    ...(program.length > 1 && cell >= 0 ? { cell } : {}),
    ...(panel === 'steps' && stepAt > 0 ? { step: { mode: stepMode, at: stepAt } } : {}),
    ...(panel === 'descent' && record !== undefined ? { record } : {}),
    ...(Object.keys(inputs).length > 0 ? { inputs } : {}),
  };
}

/** A link to the notebook with `panel` open, about the cell `current`. */
export function linkToPanel(
  state: Shared,
  panel: Shared['panel'],
  current: Shared['current'],
): Promise<string | undefined> {
  return linkTo({ ...state, panel, current });
}
