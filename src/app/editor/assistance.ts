import type { Completion } from '../../protocol/editing';
import { askAt, askAtOnce, askOfCell, exactRange } from './ask';
import { LANGUAGE } from './language';
import { monaco } from './monaco';
import { workspaceEdit } from './navigation';
import { SYMBOLS } from './symbols';

type Model = monaco.editor.ITextModel;

/** Registers what helps while typing: hovers, completions, parameter hints and quick fixes. */
export function registerAssistance(): readonly monaco.IDisposable[] {
  return [
    monaco.languages.registerHoverProvider(LANGUAGE, { provideHover }),
    monaco.languages.registerCompletionItemProvider(LANGUAGE, {
      triggerCharacters: ['\\', '.', '"'],
      provideCompletionItems,
    }),
    monaco.languages.registerSignatureHelpProvider(LANGUAGE, {
      signatureHelpTriggerCharacters: [' ', '(', ','],
      signatureHelpRetriggerCharacters: [')'],
      provideSignatureHelp,
    }),
    monaco.languages.registerCodeActionProvider(
      LANGUAGE,
      { provideCodeActions },
      { providedCodeActionKinds: ['quickfix'] },
    ),
  ];
}

async function provideHover(model: Model, position: monaco.Position): Promise<monaco.languages.Hover | undefined> {
  const found = await askAt(model, position, (worker, request) => worker.hover(request));
  return found && { range: exactRange(model, found.span), contents: described(found.signature, found.documentation) };
}

function described(signature: string, documentation: string | undefined): monaco.IMarkdownString[] {
  const code = { value: `\`\`\`${LANGUAGE}\n${signature}\n\`\`\`` };
  return documentation === undefined ? [code] : [code, { value: documentation }];
}

const { CompletionItemKind } = monaco.languages;
const KINDS = {
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  constructor: CompletionItemKind.EnumMember,
  type: CompletionItemKind.Class,
  field: CompletionItemKind.Field,
  keyword: CompletionItemKind.Keyword,
} satisfies Record<Completion['kind'], monaco.languages.CompletionItemKind>;

async function provideCompletionItems(
  model: Model,
  position: monaco.Position,
): Promise<monaco.languages.CompletionList | undefined> {
  const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
  const symbol = /\\[A-Za-z]*$/.exec(before);
  if (symbol !== null) return symbols(position.with(undefined, symbol.index + 1), position);
  const source = /^import\s*"([^"]*)$/u.exec(before)?.[1];
  if (source !== undefined) return sources(position.delta(0, -source.length), position);
  const found = await askAtOnce(model, position, (worker, request) => worker.completions(request));
  if (found === undefined) return undefined;
  const replace = exactRange(model, found.span);
  const insert = replace.setEndPosition(position.lineNumber, position.column);
  return {
    suggestions: found.items.map(({ name, kind, signature, documentation }, rank) => ({
      label: { label: name, description: /^[^:]+ : (.*)$/s.exec(signature ?? '')?.[1] ?? '' },
      kind: KINDS[kind],
      insertText: name,
      range: { insert, replace },
      sortText: String(rank).padStart(5, '0'),
      ...(signature === undefined ? {} : { detail: signature }),
      ...(documentation === undefined ? {} : { documentation }),
    })),
  };
}

/** The titles of the notebooks that can be imported. */
async function sources(from: monaco.Position, to: monaco.Position): Promise<monaco.languages.CompletionList> {
  const { importableTitles } = await import('../shelf/load-imports');
  const range = monaco.Range.fromPositions(from, to);
  return {
    suggestions: (await importableTitles()).map((title) => ({
      label: title,
      kind: CompletionItemKind.File,
      insertText: JSON.stringify(title).slice(1, -1),
      range,
    })),
  };
}

function symbols(from: monaco.Position, to: monaco.Position): monaco.languages.CompletionList {
  const range = monaco.Range.fromPositions(from, to);
  return {
    suggestions: [...SYMBOLS].map(([name, text]) => ({
      label: { label: `\\${name}`, description: text },
      kind: CompletionItemKind.Text,
      insertText: text,
      filterText: `\\${name}`,
      range,
    })),
  };
}

async function provideSignatureHelp(
  model: Model,
  position: monaco.Position,
): Promise<monaco.languages.SignatureHelpResult | undefined> {
  const found = await askAt(model, position, (worker, request) => worker.signatureHelp(request));
  if (found === undefined) return undefined;
  const { signature: label, parameters, active, documentation } = found;
  return {
    value: {
      signatures: [
        {
          label,
          parameters: parameters.map(([start, end]) => ({ label: [start, end] })),
          ...(documentation === undefined ? {} : { documentation }),
        },
      ],
      activeSignature: 0,
      activeParameter: active,
    },
    dispose: () => undefined,
  };
}

async function provideCodeActions(
  model: Model,
  range: monaco.Range,
  { markers }: monaco.languages.CodeActionContext,
): Promise<monaco.languages.CodeActionList> {
  const fixes = markers.length === 0 ? [] : await askOfCell(model, (worker, request) => worker.fixes(request));
  const here = (fixes ?? []).filter(({ span }) =>
    monaco.Range.areIntersectingOrTouching(exactRange(model, span), range),
  );
  return {
    actions: here.map(({ title, edits }, index) => ({
      title,
      kind: 'quickfix',
      diagnostics: markers,
      isPreferred: index === 0,
      edit: workspaceEdit(edits),
    })),
    dispose: () => undefined,
  };
}
