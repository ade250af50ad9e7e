/** The name of the language in Monaco. This module highlights code, both static and in Monaco; it does not check it. */
export const LANGUAGE = 'pullback';

export type HighlightKind =
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'input'
  | 'backward'
  | 'forward'
  | 'builtin'
  | 'constructor'
  | 'operator'
  | 'name'
  | 'blank';

export interface HighlightToken {
  readonly kind: HighlightKind;
  readonly start: number;
  readonly end: number;
}

const words = (text: string): readonly string[] => text.split(' ');

export const LANGUAGE_WORDS = words(
  'type let rec and in fun if then else match with case of fold over from do true false',
);
const BACKWARD = words(
  'rd grad deriv vjp hvp jacobian hessian gradientDescent momentum nesterov adaGrad rmsProp adam newton',
);
const FORWARD = words('fd taylor');
const BUILTIN = words('watch step exp log sqrt sin cos tan real int bool string unit list array');

const KIND_OF_WORD: ReadonlyMap<string, HighlightKind> = new Map([
  ...LANGUAGE_WORDS.map((word) => [word, 'keyword'] as const),
  ...['λ', '→', '←', '->', '<-'].map((word) => [word, 'keyword'] as const),
  ...['input'].map((word) => [word, 'input'] as const),
  ...[...BACKWARD, '∇'].map((word) => [word, 'backward'] as const),
  ...FORWARD.map((word) => [word, 'forward'] as const),
  ...[...BUILTIN, 'ℝ'].map((word) => [word, 'builtin'] as const),
]);

const TOKEN =
  /(?<blank>\s+)|(?<comment>--.*)|(?<open>\{-)|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<special>[λ∇ℝ])|(?<word>[\p{L}_][\p{L}\p{N}_']*)|(?<operator>->|<-|[^\s\p{L}\p{N}_"]+?)/uy;

/** The start of a data item: elsewhere `data` is an ordinary name. */
const DATA_ITEM = /^data\s+[\p{Ll}\p{Script=Greek}_][\p{L}\p{N}_']*\s*:(?!:)/u;

/** The start of an import: elsewhere `import` is an ordinary name. */
const IMPORT_ITEM = /^import\s*"/u;

/** The tokens of a line that starts inside `depth` nested comments, and the depth at its end. */
export function tokenizeLine(
  line: string,
  depth: number,
): { readonly tokens: readonly HighlightToken[]; readonly depth: number } {
  const tokens: HighlightToken[] = [];
  let at = 0;
  let nested = depth;
  while (at < line.length) {
    const start = at;
    if (nested > 0) {
      [at, nested] = skipComment(line, at, nested);
      tokens.push({ kind: 'comment', start, end: at });
      continue;
    }
    TOKEN.lastIndex = at;
    // The library's type omits that an unmatched group is undefined.
    const groups: Readonly<Record<string, string | undefined>> = TOKEN.exec(line)?.groups ?? {};
    const name = Object.keys(groups).find((group) => groups[group] !== undefined) ?? 'operator';
    const text = groups[name] ?? line.charAt(at);
    if (name === 'open') {
      nested = 1;
      [at, nested] = skipComment(line, at + 2, nested);
      tokens.push({ kind: 'comment', start, end: at });
      continue;
    }
    at += Math.max(1, text.length);
    const isData = start === 0 && DATA_ITEM.test(line);
    const isImport = start === 0 && IMPORT_ITEM.test(line);
    tokens.push({ kind: isData ? 'input' : isImport ? 'keyword' : kindOf(name, text), start, end: at });
  }
  return { tokens, depth: nested };
}

/** The lines of a text with their tokens. */
export function tokenizeLines(
  text: string,
): readonly { readonly line: string; readonly tokens: readonly HighlightToken[] }[] {
  let open = 0;
  return text.split('\n').map((line) => {
    const { tokens, depth } = tokenizeLine(line, open);
    open = depth;
    return { line, tokens };
  });
}

function skipComment(line: string, from: number, depth: number): [at: number, depth: number] {
  const edge = /\{-|-\}/g;
  edge.lastIndex = from;
  let nested = depth;
  for (let found = edge.exec(line); found !== null; found = edge.exec(line)) {
    nested += found[0] === '{-' ? 1 : -1;
    if (nested === 0) return [edge.lastIndex, 0];
  }
  return [line.length, nested];
}

function kindOf(group: string, text: string): HighlightKind {
  switch (group) {
    case 'blank':
    case 'comment':
    case 'string':
    case 'number':
      return group;
    case 'word':
    case 'special':
      return KIND_OF_WORD.get(text) ?? (/^\p{Lu}/u.test(text) ? 'constructor' : 'name');
    default:
      return KIND_OF_WORD.get(text) ?? 'operator';
  }
}
