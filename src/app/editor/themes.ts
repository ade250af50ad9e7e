import { colour, type ColourToken, onSchemeChange, type Scheme, schemeOf } from '../kit/theme';
import { store } from '../store/store';
import type { HighlightKind } from './language';
import { monaco } from './monaco';

const themeName = (scheme: Scheme): string => `pullback-${scheme}`;

const TOKENS = {
  comment: ['structure', 'italic'],
  string: ['code-string'],
  number: ['code-number'],
  keyword: ['ink', 'bold'],
  input: ['primal', 'bold'],
  backward: ['cotangent', 'bold'],
  forward: ['primal', 'bold'],
  builtin: ['code-builtin'],
  constructor: ['ink'],
  operator: ['ink-soft'],
  name: ['ink'],
  blank: ['ink'],
} as const satisfies Readonly<Record<HighlightKind, readonly [ColourToken, string?]>>;

/** Defines the light and dark Monaco themes from the page's colour tokens. */
export function defineThemes(): void {
  for (const scheme of ['light', 'dark'] as const) {
    const paint = (token: ColourToken): string => colour(token, scheme);
    monaco.editor.defineTheme(themeName(scheme), {
      base: scheme === 'light' ? 'vs' : 'vs-dark',
      inherit: true,
      rules: Object.entries(TOKENS).map(([token, [name, style]]: [string, readonly [ColourToken, string?]]) => ({
        token,
        foreground: paint(name).slice(1),
        ...(style === undefined ? {} : { fontStyle: style }),
      })),
      colors: {
        'editor.background': paint('paper-raised'),
        'editor.foreground': paint('ink'),
        'editorCursor.foreground': paint('ink'),
        'editor.selectionBackground': paint('primal-wash'),
        'editor.inactiveSelectionBackground': paint('paper-sunk'),
        'editor.lineHighlightBackground': paint('paper-raised'),
        'editor.lineHighlightBorder': paint('paper-raised'),
        'editor.wordHighlightBackground': paint('paper-sunk'),
        ...bracketColours(paint('ink-soft')),
        'editorBracketMatch.background': paint('paper-sunk'),
        'editorBracketMatch.border': paint('rule-strong'),
        'editorLineNumber.foreground': paint('structure'),
        'editorError.foreground': paint('error'),
        'editorWarning.foreground': paint('warning'),
        'editorWidget.background': paint('paper-raised'),
        'editorWidget.foreground': paint('ink'),
        'editorWidget.border': paint('rule-strong'),
        'editorHoverWidget.background': paint('paper-raised'),
        'editorHoverWidget.border': paint('rule-strong'),
        'editorSuggestWidget.background': paint('paper-raised'),
        'editorSuggestWidget.selectedBackground': paint('primal-wash'),
        'editorSuggestWidget.selectedForeground': paint('ink'),
        'editorSuggestWidget.highlightForeground': paint('primal'),
        'editorSuggestWidget.focusHighlightForeground': paint('primal'),
        'editorInlayHint.foreground': paint('ink-soft'),
        'editorInlayHint.background': paint('paper-sunk'),
        focusBorder: paint('focus-ring'),
      },
    });
  }
}

/** Keeps the theme of all editors as the page's. */
export function followTheme(): void {
  const apply = (): void => {
    monaco.editor.setTheme(themeName(schemeOf(store.getState().theme)));
  };
  apply();
  onSchemeChange(apply);
  store.subscribe((state, before) => {
    if (state.theme !== before.theme) apply();
  });
}

/** The same bracket colour at every depth, because hues carry other meanings on this page. */
function bracketColours(one: string): Record<string, string> {
  const depths = [1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, one]);
  return Object.fromEntries([...depths, ['editorBracketHighlight.unexpectedBracket.foreground', one]]) as Record<
    string,
    string
  >; // `fromEntries` forgets that the pairs are strings
}
