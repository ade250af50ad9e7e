/** White space, and a mark, a string, or another value; the token is empty where none of them follows. */
const TOKEN =
  /([ \t\r\n]*)(?:([[\]{},:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null))?/y;

type Wanted = 'value' | 'item' | 'name' | 'field' | 'colon' | 'more';

/** Returns the first place where a text is not JSON, and what is expected there. Browsers do not agree in how they tell it. */
export function jsonFault(text: string): { readonly start: number; readonly message: string } {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  for (let at = 0; ;) {
    TOKEN.lastIndex = at;
    const [whole = '', blank = '', mark, string] = TOKEN.exec(text) ?? [];
    const start = at + blank.length;
    at += whole.length;
    const kind = mark ?? (string === undefined ? (at > start ? 'value' : 'none') : 'string');
    const next = following(wanted, kind, open);
    if (next === undefined) return { start, message: `this is not JSON: expected ${described(wanted, open.at(-1))}.` };
    wanted = next;
  }
}

/** Returns what may follow a token, and keeps the open brackets; undefined if the token is not wanted. */
function following(wanted: Wanted, kind: string, open: string[]): Wanted | undefined {
  const closed = kind === ']' ? '[' : kind === '}' ? '{' : undefined;
  if (closed !== undefined) {
    if (closed !== open.at(-1) || wanted === 'value' || wanted === 'name' || wanted === 'colon') return undefined;
    open.pop();
    return 'more';
  }
  switch (wanted) {
    case 'value':
    case 'item':
      if (kind === 'string' || kind === 'value') return 'more';
      if (kind !== '[' && kind !== '{') return undefined;
      open.push(kind);
      return kind === '[' ? 'item' : 'field';
    case 'name':
    case 'field':
      return kind === 'string' ? 'colon' : undefined;
    case 'colon':
      return kind === ':' ? 'value' : undefined;
    case 'more':
      if (kind !== ',' || open.length === 0) return undefined;
      return open.at(-1) === '[' ? 'value' : 'name';
  }
}

function described(wanted: Wanted, open: string | undefined): string {
  const end = open === '[' ? ']' : '}';
  switch (wanted) {
    case 'value':
      return 'a value';
    case 'item':
      return 'a value or ]';
    case 'name':
      return 'a name in double quotes';
    case 'field':
      return 'a name in double quotes or }';
    case 'colon':
      return 'a colon';
    case 'more':
      return open === undefined ? 'the end of the file' : `a comma or ${end}`;
  }
}
