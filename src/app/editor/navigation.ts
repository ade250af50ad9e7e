import type { TextEdit } from '../../language/source/text-edit';
import type { CellSymbol, Renamable, Renaming } from '../../protocol/editing';
import type { Span } from '../../language/source/span';
import { withTextEdits } from '../../notebook/text-edits';
import { counted } from '../kit/format';
import { store } from '../store/store';
import { askAt, askOfCell, exactRange, modelOf } from './ask';
import { LANGUAGE } from './language';
import { cellOf, hasModelAt } from './models';
import { monaco } from './monaco';

type Model = monaco.editor.ITextModel;

/** Registers go to definition, find references, rename, the outline and folding. */
export function registerNavigation(): readonly monaco.IDisposable[] {
  return [
    monaco.languages.registerDefinitionProvider(LANGUAGE, { provideDefinition }),
    monaco.languages.registerReferenceProvider(LANGUAGE, { provideReferences }),
    monaco.languages.registerRenameProvider(LANGUAGE, { resolveRenameLocation, provideRenameEdits }),
    monaco.languages.registerDocumentSymbolProvider(LANGUAGE, { provideDocumentSymbols }),
    monaco.languages.registerFoldingRangeProvider(LANGUAGE, { provideFoldingRanges }),
    // A definition in another cell opens in that cell's editor.
    monaco.editor.registerEditorOpener({ openCodeEditor }),
  ];
}

async function provideDefinition(
  model: Model,
  position: monaco.Position,
): Promise<monaco.languages.Definition | undefined> {
  const found = await askAt(model, position, (worker, request) => worker.definition(request));
  return found && locationOf(found);
}

async function provideReferences(model: Model, position: monaco.Position): Promise<monaco.languages.Location[]> {
  const found = (await askAt(model, position, (worker, request) => worker.references(request))) ?? [];
  const cells = [...new Set(found.map(({ cell }) => cell))];
  const listed = new Set([cellOf(model), ...cells].slice(0, MOST_LISTED));
  const more = cells.filter((cell) => !listed.has(cell)).length;
  if (more > 0) store.getState().notify('information', `References in ${counted(more, 'more cell')} are not listed.`);
  return found.flatMap((span) => (listed.has(span.cell) ? (locationOf(span) ?? []) : []));
}

/** Cells whose references are listed. Each needs a model, and Monaco warns of 200. */
const MOST_LISTED = 120;

function locationOf(span: Span): monaco.languages.Location | undefined {
  const model = modelOf(span);
  return model === undefined ? undefined : { uri: model.uri, range: exactRange(model, span) };
}

function openCodeEditor(
  _source: monaco.editor.ICodeEditor,
  resource: monaco.Uri,
  place: monaco.IRange | monaco.IPosition | undefined,
): boolean {
  const model = monaco.editor.getModel(resource);
  if (model === null || place === undefined) return false;
  // Monaco passes only the start of the name.
  const position = monaco.Position.lift(
    'lineNumber' in place ? place : { lineNumber: place.startLineNumber, column: place.startColumn },
  );
  const word = model.getWordAtPosition(position);
  const start = model.getOffsetAt(position);
  store.getState().reveal({ cell: cellOf(model), start, end: start + (word?.word.length ?? 0) });
  return true;
}

async function resolveRenameLocation(
  model: Model,
  position: monaco.Position,
): Promise<monaco.languages.RenameLocation & monaco.languages.Rejection> {
  const found = await askAt<Renamable | undefined>(model, position, async (worker, request) =>
    worker.renamable(request),
  );
  if (found?.tag === 'name') return { range: exactRange(model, found.span), text: found.name };
  return { range: monaco.Range.fromPositions(position), text: '', rejectReason: found?.why ?? CHANGED };
}

async function provideRenameEdits(
  model: Model,
  position: monaco.Position,
  name: string,
): Promise<monaco.languages.WorkspaceEdit> {
  const found = await askAt<Renaming | undefined>(model, position, async (worker, request) =>
    worker.rename({ ...request, name }),
  );
  if (found?.tag === 'edits') {
    const { notebook, edit } = store.getState();
    const renamed = withTextEdits(
      notebook,
      found.edits.filter(({ span }) => !hasModelAt(span.cell)),
    );
    if (renamed !== notebook) edit(renamed);
    return workspaceEdit(found.edits.filter(({ span }) => hasModelAt(span.cell)));
  }
  // Monaco would only log a rejection to the console.
  store.getState().notify('warning', found?.why ?? CHANGED);
  return { edits: [] };
}

const CHANGED = 'The program changed in the meantime. Try again.';

/** Text edits of cells as a Monaco workspace edit. */
export function workspaceEdit(edits: readonly TextEdit[]): monaco.languages.WorkspaceEdit {
  return {
    edits: edits.flatMap(({ span, text }) => {
      const model = modelOf(span);
      if (model === undefined) return [];
      return [
        {
          resource: model.uri,
          versionId: model.getVersionId(),
          textEdit: { range: exactRange(model, span), text },
        },
      ];
    }),
  };
}

async function provideDocumentSymbols(model: Model): Promise<monaco.languages.DocumentSymbol[]> {
  const symbols = await askOfCell(model, (worker, request) => worker.symbols(request));
  return (symbols ?? []).map((symbol) => documentSymbol(model, symbol));
}

const { SymbolKind } = monaco.languages;
const SYMBOL_KINDS = {
  input: SymbolKind.Property,
  data: SymbolKind.Constant,
  function: SymbolKind.Function,
  value: SymbolKind.Variable,
  type: SymbolKind.Class,
  constructor: SymbolKind.EnumMember,
} satisfies Record<CellSymbol['kind'], monaco.languages.SymbolKind>;

function documentSymbol(
  model: Model,
  { name, kind, detail, span, nameSpan, children }: CellSymbol,
): monaco.languages.DocumentSymbol {
  return {
    name,
    detail,
    kind: SYMBOL_KINDS[kind],
    tags: [],
    range: exactRange(model, span),
    selectionRange: exactRange(model, nameSpan),
    children: children.map((child) => documentSymbol(model, child)),
  };
}

async function provideFoldingRanges(model: Model): Promise<monaco.languages.FoldingRange[] | undefined> {
  const folds = await askOfCell(model, (worker, request) => worker.folds(request));
  return folds?.map(({ span, kind }) => {
    const { startLineNumber: start, endLineNumber: end } = exactRange(model, span);
    return { start, end, ...(kind === 'comment' ? { kind: monaco.languages.FoldingRangeKind.Comment } : {}) };
  });
}
