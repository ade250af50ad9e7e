import { contains, span as makeSpan } from '../../language/source/span';
import type { Hover } from '../../protocol/messages';
import { format } from '../client/language-client';
import { store } from '../store/store';
import { KEYWORDS, LANGUAGE, tokenizeLine } from './language';
import { cellOf } from './models';
import { monaco } from './monaco';
import { SYMBOLS } from './symbols';

type Disposable = monaco.IDisposable;

/** Registers the language with Monaco; everything registered goes with the returned disposable. */
export function registerLanguage(): Disposable {
  monaco.languages.register({ id: LANGUAGE });
  const registered = [
    monaco.languages.setLanguageConfiguration(LANGUAGE, CONFIGURATION),
    monaco.languages.setTokensProvider(LANGUAGE, { getInitialState: () => new CommentDepth(0), tokenize }),
    monaco.languages.registerHoverProvider(LANGUAGE, { provideHover }),
    monaco.languages.registerCompletionItemProvider(LANGUAGE, { triggerCharacters: ['\\'], provideCompletionItems }),
    monaco.languages.registerDocumentFormattingEditProvider(LANGUAGE, { provideDocumentFormattingEdits }),
    // Monaco has other keys for it on Linux.
    monaco.editor.addKeybindingRule({
      keybinding: monaco.KeyMod.Shift | monaco.KeyMod.Alt | monaco.KeyCode.KeyF,
      command: 'editor.action.formatDocument',
      when: 'editorTextFocus && !editorReadonly',
    }),
  ];
  return {
    dispose() {
      for (const item of registered) item.dispose();
    },
  };
}

const CONFIGURATION: monaco.languages.LanguageConfiguration = {
  comments: { lineComment: '--', blockComment: ['{-', '-}'] },
  brackets: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['⟨', '⟩'],
  ],
  autoClosingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: '{', close: '}' },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ],
  wordPattern: /[\p{L}_][\p{L}\p{N}_']*|\d+(?:\.\d+)?/u,
  onEnterRules: [{ beforeText: /=\s*$/, action: { indentAction: monaco.languages.IndentAction.Indent } }],
};

/** The state between lines: how many nested comments are open. */
class CommentDepth implements monaco.languages.IState {
  readonly depth: number;
  constructor(depth: number) {
    this.depth = depth;
  }
  clone(): this {
    return this;
  }
  equals(other: monaco.languages.IState): boolean {
    return other instanceof CommentDepth && other.depth === this.depth;
  }
}

function tokenize(line: string, state: monaco.languages.IState): monaco.languages.ILineTokens {
  const { tokens, depth } = tokenizeLine(line, state instanceof CommentDepth ? state.depth : 0);
  return {
    tokens: tokens.map((token) => ({ startIndex: token.start, scopes: token.kind })),
    endState: new CommentDepth(depth),
  };
}

function provideHover(model: monaco.editor.ITextModel, position: monaco.Position): monaco.languages.Hover | null {
  const { check, text } = store.getState();
  if (check?.revision !== text) return null;
  const offset = model.getOffsetAt(position);
  const here = makeSpan(cellOf(model.uri), offset, offset);
  let innermost: Hover | undefined;
  for (const hover of check.hovers)
    if (contains(hover.span, here) && (innermost === undefined || contains(innermost.span, hover.span)))
      innermost = hover;
  if (innermost === undefined) return null;
  const { signature, documentation, span } = innermost;
  return {
    range: monaco.Range.fromPositions(model.getPositionAt(span.start), model.getPositionAt(span.end)),
    contents: [
      { value: `\`\`\`${LANGUAGE}\n${signature}\n\`\`\`` },
      ...(documentation === undefined ? [] : [{ value: documentation }]),
    ],
  };
}

function provideCompletionItems(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
): monaco.languages.CompletionList {
  const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
  const symbol = /\\[A-Za-z]*$/.exec(before);
  const word = model.getWordUntilPosition(position);
  const range = new monaco.Range(
    position.lineNumber,
    symbol === null ? word.startColumn : symbol.index + 1,
    position.lineNumber,
    position.column,
  );
  const suggestions: monaco.languages.CompletionItem[] =
    symbol === null
      ? [
          ...namesInScope().map(([name, type]) => ({
            label: { label: name, description: type },
            kind: monaco.languages.CompletionItemKind.Variable,
            insertText: name,
            range,
          })),
          ...[...KEYWORDS, 'input'].map((keyword) => ({
            label: keyword,
            kind: monaco.languages.CompletionItemKind.Keyword,
            insertText: keyword,
            range,
          })),
        ]
      : [...SYMBOLS].map(([name, text]) => ({
          label: { label: `\\${name}`, description: text },
          kind: monaco.languages.CompletionItemKind.Text,
          insertText: text,
          filterText: `\\${name}`,
          range,
        }));
  return { suggestions };
}

/** One edit of the whole text: Monaco cuts it down to what differs, so that the caret stays where it is. */
async function provideDocumentFormattingEdits(model: monaco.editor.ITextModel): Promise<monaco.languages.TextEdit[]> {
  const written = model.getValue(monaco.editor.EndOfLinePreference.LF);
  const text = await format(written);
  return text === undefined || text === written ? [] : [{ range: model.getFullModelRange(), text }];
}

/** The names that the checker has a type for, with it. */
function namesInScope(): readonly (readonly [name: string, type: string])[] {
  const names = new Map<string, string>();
  for (const { signature } of store.getState().check?.hovers ?? []) {
    const match = /^([\p{L}_][\p{L}\p{N}_']*) : (.*)$/u.exec(signature);
    if (match !== null) names.set(match[1] ?? '', match[2] ?? '');
  }
  return [...names];
}
