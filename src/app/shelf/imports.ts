import { importedText } from '../../language/source/imported';
import { programCells } from '../../notebook/document';
import { keysImported, lacksImports } from '../../notebook/import-names';
import { NOT_LOADED } from '../kit/failures';
import { store } from '../store/store';
import type { AppState } from '../store/state';

/** What was loaded last: for which document, and for which imports. */
let loaded = '';

/** Loads what notebooks import, whenever a notebook is opened or its imports change. */
export function startImports(): void {
  store.subscribe((state, before) => {
    if (state.textRevision === before.textRevision) return;
    const texts = programCells(state.notebook);
    const wanted = keysImported(texts);
    const now = JSON.stringify([state.generation, ...wanted]);
    if (!lacksImports(texts) && (loaded === now || (wanted.size === 0 && state.notebook.imported.length === 0))) return;
    // What a link carries is not looked for.
    if (!lacksImports(texts) && state.generation !== before.generation) loaded = now;
    else void load(state, [...wanted], now);
  });
}

async function load({ notebook, textRevision }: AppState, wanted: readonly string[], now: string): Promise<void> {
  const imported = await import('./load-imports')
    .then(({ loadImports }) => loadImports(notebook))
    .catch(() => wanted.map((key) => importedText('', { key, problem: NOT_LOADED })));
  loaded = now;
  store.getState().setImported(textRevision, imported);
}
