import fc from 'fast-check';
import { lex } from '../../language/syntax/lexer';

const FILLERS = [
  ' ',
  '   ',
  '\n  ',
  '\n\n\n    ',
  '\r\n ',
  ' {- a -} ',
  ' {- b {- nested -} -} ',
  '{--}',
  ' {- two\n   lines -} ',
  ' -- to the end\n  ',
  ' -- blank after  \n\n ',
  '\n  -- own line\n  ',
  '\n\n -- own after blank\r\n  ',
  '\n  {- own block -}\n  ',
  ' {- c -} -- d\n {- e -} ',
  ' -- one\n  -- two\n  ',
] as const;
const BETWEEN_ITEMS = [
  '\n',
  '\n\n\n',
  ' -- behind\n',
  '\n-- before\n',
  '\n\n{- a\nb -}\n\n',
  '\n  -- indented\n-- not\n',
  ' {- g -}\n',
];

/** Returns the text with spaces, line breaks and comments between some of its tokens. The meaning is unchanged. */
export function scattered(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.array(fc.nat(), { maxLength: 12 })).map(([program, places]) => scatter(program, places));
}

function scatter(program: string, places: readonly number[]): string {
  const { tokens } = lex(program, 0);
  const fillers = new Map<number, string>();
  for (const place of places) {
    const at = place % (tokens.length + 1);
    const choose = (from: readonly string[]): string =>
      from[Math.floor(place / (tokens.length + 1)) % from.length] ?? '';
    const token = tokens[at];
    if (token === undefined || token.startsItem) {
      if (at > 0) fillers.set(at, choose(BETWEEN_ITEMS));
      // A bracket that follows directly is an index.
    } else if (token.spaceBefore || token.text !== '[') fillers.set(at, choose(FILLERS));
  }
  let end = 0;
  const parts = tokens.map((token, at) => {
    const gap = fillers.get(at) ?? program.slice(end, token.start);
    end = token.end;
    return gap + program.slice(token.start, token.end);
  });
  return parts.join('') + (fillers.get(tokens.length) ?? program.slice(end));
}
