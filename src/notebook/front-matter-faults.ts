/** What is wrong at a line of a notebook's Markdown, and what to do. */
export interface SourceFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly hint?: string | undefined;
}

const KEY = /^([\w-]+|"[^"]*"|'[^']*'):(?:[ ]+(.*))?$/;
const LISTS = ['tags', 'shows', 'expects'];
const TEXTS = ['title', 'description'];

const WHOLE_QUOTATION = /^(?:"(?:[^"\\]|\\[0abtnvfre "/\\N_LPxuU])*"|'(?:[^']|'')*')(?:\s*|\s+#.*)$/;

/** What is open at the end of a part of a value: brackets, or a quotation. */
interface Open {
  readonly brackets: readonly string[];
  readonly quote: string;
}
const CLOSED: Open = { brackets: [], quote: '' };

/**
 * Returns what is wrong with a front matter, at lines from 0. A YAML parser is too large for the page, so this reads what
 * front matters are made of: keys with texts, lists in brackets, and indented lines.
 */
export function frontMatterFaults(frontMatter: string): readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const keys = new Set<string>();
  let open = CLOSED;
  let opened = 0;
  let isBlock = false;
  const add = (line: number, message: string, hint: string): void => {
    faults.push({ line, message, hint });
  };
  const endValue = (): void => {
    if (open.quote !== '') add(opened, 'this quotation does not end', `close it with ${open.quote}`);
    else if (open.brackets.length > 0)
      add(opened, `this bracket does not close`, `write \`${open.brackets.at(-1) ?? ''}\` at its end`);
    open = CLOSED;
  };
  for (const [line, text] of frontMatter.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(text)) continue;
    const isIndented = /^[\s}\]]/.test(text) || (/^- /.test(text) && keys.size > 0);
    if (/^ *\t/.test(text)) add(line, 'a tab indents this line', 'indent by spaces');
    if (isIndented) {
      if (isBlock) continue;
      if (open === CLOSED) opened = line;
      open = readOn(open, text);
      continue;
    }
    endValue();
    const [, written = '', value = ''] = KEY.exec(text) ?? [];
    if (written === '') {
      const isTight = /^[\w-]+:\S/.test(text);
      add(
        line,
        'this line is not `KEY: VALUE`',
        isTight ? 'write a space after the colon' : 'write `title: TEXT`, or `---` to end the front matter',
      );
      isBlock = true;
      continue;
    }
    const key = written.replace(/^["']|["']$/g, '');
    if (keys.has(key)) add(line, `the key \`${key}\` is there twice`, 'remove one of them');
    keys.add(key);
    isBlock = /^[|>]/.test(value);
    opened = line;
    open = readOn(CLOSED, value);
    const isQuoted = /^["']/.test(value);
    const isSpecial = isQuoted
      ? open === CLOSED && !WHOLE_QUOTATION.test(value)
      : !/^[[{|>]/.test(value) &&
        (/: |:$/.test(value.replace(/(^| )#.*/, '').trimEnd()) || /^(?:[@`%&*!,\]}]|[-?](?: |$))/.test(value));
    if (isSpecial)
      add(line, 'this value has a special sign in it', `put it in quotes: \`${key}: ${JSON.stringify(value)}\``);
    if (LISTS.includes(key) && value !== '' && !value.startsWith('['))
      add(line, `\`${key}\` must be a list`, `write \`${key}: [${value}]\``);
    if (TEXTS.includes(key) && /^[[{]/.test(value)) add(line, `\`${key}\` must be a text`, 'put it in quotes');
  }
  endValue();
  return faults;
}

/** Returns what is open after more of a value. */
function readOn(open: Open, text: string): Open {
  const brackets = [...open.brackets];
  let { quote } = open;
  const isFlow = brackets.length > 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    const before = text.slice(0, at).trimEnd().slice(-1);
    if (quote !== '') {
      if (quote === '"' && sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (sign === '#' && /\s/.test(text.charAt(at - 1))) break;
    // A quotation or a bracket starts where a value does.
    else if (/["']/.test(sign) && (before === '' || /[[{,:-]/.test(before))) quote = sign;
    else if (/[[{]/.test(sign) && (isFlow || brackets.length > 0 || before === '' || /[:-]/.test(before)))
      brackets.push(sign === '[' ? ']' : '}');
    else if (sign === brackets.at(-1)) brackets.pop();
  }
  return brackets.length === 0 && quote === '' ? CLOSED : { brackets, quote };
}
