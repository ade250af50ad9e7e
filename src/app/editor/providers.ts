import { askLanguage } from '../workers/language-client';
import { registerAssistance } from './assistance';
import { LANGUAGE, tokenizeLine } from './language';
import { monaco } from './monaco';
import { registerNavigation } from './navigation';

type Disposable = monaco.IDisposable;

/** Registers the language with Monaco. The returned disposable removes every registration. */
export function registerLanguage(): Disposable {
  monaco.languages.register({ id: LANGUAGE });
  const registered = [
    monaco.languages.setLanguageConfiguration(LANGUAGE, CONFIGURATION),
    monaco.languages.setTokensProvider(LANGUAGE, { getInitialState: () => new CommentDepth(0), tokenize }),
    ...registerAssistance(),
    ...registerNavigation(),
    monaco.languages.registerDocumentFormattingEditProvider(LANGUAGE, { provideDocumentFormattingEdits }),
    // Monaco's own shortcut differs on Linux.
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

/** A longer line stays without colours, because Monaco asks for those of a whole line at once. */
const MOST_COLOURED = 20_000;

function tokenize(line: string, state: monaco.languages.IState): monaco.languages.ILineTokens {
  if (line.length > MOST_COLOURED) return { tokens: [{ startIndex: 0, scopes: 'name' }], endState: state };
  const { tokens, depth } = tokenizeLine(line, state instanceof CommentDepth ? state.depth : 0);
  return {
    tokens: tokens.map((token) => ({ startIndex: token.start, scopes: token.kind })),
    endState: new CommentDepth(depth),
  };
}

/** One edit of the whole text. Monaco reduces it to the part that differs, so the caret stays in place. */
async function provideDocumentFormattingEdits(model: monaco.editor.ITextModel): Promise<monaco.languages.TextEdit[]> {
  const written = model.getValue(monaco.editor.EndOfLinePreference.LF);
  const text = await askLanguage((worker) => worker.format(written));
  return text === undefined || text === written ? [] : [{ range: model.getFullModelRange(), text }];
}
