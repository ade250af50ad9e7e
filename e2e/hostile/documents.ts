/**
 * Documents of up to 1 MB that were made to keep a page busy: each repeats something that is cheap to send and dear to
 * parse, to check, to run, to lay out or to draw.
 */
export interface HostileDocument {
  readonly name: string;
  readonly markdown: string;
}

const MOST = 1_000_000;

/** A text of about `length` characters. */
function filled(part: string, length = MOST): string {
  return part.repeat(Math.max(1, Math.floor(length / part.length)));
}

/** The texts of the numbers from 0, joined. */
function counted(count: number, text: (i: number) => string, joint = '\n'): string {
  return Array.from({ length: count }, (_, i) => text(i)).join(joint);
}

const code = (text: string, attributes = ''): string =>
  `\`\`\`pullback${attributes === '' ? '' : ` ${attributes}`}\n${text}\n\`\`\`\n`;
const csv = (text: string, attributes = 'name=t'): string => `\`\`\`csv ${attributes}\n${text}\n\`\`\`\n`;
const nested = (open: string, inner: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

type Texts = Readonly<Record<string, string>>;

const PROSE: Texts = {
  'emphasis that is never closed': filled('**a_', 76_000),
  'a megabyte of emphasis that is never closed': filled('**a_'),
  'emphasis of one star': filled('*a '),
  'stars and underscores': filled('*_'),
  'bold in italics': filled('*a **b '),
  'bold inside words': filled('a**b'),
  'one run of stars': filled('*'),
  'one run of underscores': filled('_'),
  'struck through': filled('~~a ~'),
  spaces: filled(' '),
  'a letter, then spaces': `a${filled(' ')}b`,
  'no-break spaces': filled('\u00a0'),
  tabs: filled('\t'),
  newlines: filled('\n'),
  'lines of blanks': filled('   \n'),
  'carriage returns': filled('\r'),
  'mixed line ends': filled('\r\n\n\r'),
  'line separators': filled('\u2028'),
  'opening brackets': filled('['),
  'brackets in pairs': `${filled('[', MOST / 2)}${filled(']', MOST / 2)}`,
  'pairs of brackets': filled('[a]'),
  pictures: filled('!['),
  'pictures of nothing': filled('![](x)'),
  'links that never end': filled('[a]('),
  'links in links': filled('[a](b '),
  'one link with many parentheses': `[a](${filled('(')}`,
  'a link with a title that never ends': filled('[a](b "'),
  links: filled('[a](https://example.org) '),
  'definitions of links': counted(50_000, (i) => `[a${i}]: /b`),
  'one definition used often': `[a]: /b\n\n${filled('[a] ')}`,
  'definitions without ends': filled('[a]: <'),
  'backticks of every length': counted(1_400, (i) => '`'.repeat(i), ' '),
  'code that never ends': filled('`a '),
  'fences of other languages': filled('```js\n'),
  'tildes for fences': filled('~~~\n'),
  'quotations in quotations': filled('> '),
  'quoted lines': filled('> a\n'),
  'lists in lists': filled('- '),
  'lists, each deeper': counted(1_400, (i) => `${' '.repeat(2 * i)}- a`),
  'a list of many items': filled('- a\n'),
  'a numbered list': filled('1. a\n'),
  'lists with empty items': filled('-\n\n'),
  'a table of many rows': `|a|b|\n|-|-|\n${filled('|1|2|\n')}`,
  'a table of many columns': `${filled('|a', MOST / 2)}|\n${filled('|-', MOST / 2)}|\n`,
  'headers of tables': filled('|a|\n|-|\n'),
  headings: filled('# a\n'),
  'underlined headings': filled('a\n=\n'),
  'a paragraph of many lines': filled('a\n'),
  'one line of words': filled('word '),
  'one word': filled('w'),
  'one word without a break, wide': filled('W'),
  rules: filled('---\n\n'),
  'entities without ends': filled('&am'),
  entities: filled('&amp;'),
  'numbers of characters': filled('&#x0;'),
  backslashes: filled('\\'),
  'less than': filled('<'),
  'tags that never end': filled('<a '),
  'processing instructions': filled('<?'),
  declarations: filled('<!A'),
  'comments that never end': filled('<!-- '),
  'comments in a line': filled('<!-- a -->'),
  'allowed tags': filled('<sub>'),
  'allowed tags, closed': filled('<sup>a</sup>'),
  'line breaks': filled('<br>'),
  addresses: filled('<https://a.b> '),
  'addresses that never end': filled('<http://'),
  'at signs': filled('a@'),
  'breaks between cells': filled('<!-- cell -->\n\n'),
  footnotes: filled('[^a]: b\n'),
  'combining marks': `a${filled('\u0301')}`,
  'joined emoji': filled('👩‍👩‍👧‍👦'),
  'text from right to left': filled('\u202eabc '),
  'isolates of direction': filled('\u2067'),
  'halves of surrogate pairs': filled('\ufffd\u0000'),
  'soft hyphens': filled('a\u00ad'),
  'zero-width spaces': filled('a\u200b'),
  'letters of many scripts': counted(60_000, (i) => String.fromCodePoint(0x4e00 + (i % 20_000)), ''),
};

const tex = (text: string): string => `$$${text}$$\n`;
const TEX: Texts = {
  'subscripts in subscripts': tex(nested('a_{', 'b', '}', 5_000)),
  'superscripts in superscripts': tex(nested('a^{', 'b', '}', 50_000)),
  'sub- and superscripts': tex(nested('a_{b}^{', 'c', '}', 3_000)),
  'roots in roots': tex(nested('\\sqrt{', 'x', '}', 2_000)),
  'thousands of roots': tex(filled('\\sqrt{x}', 100_000)),
  'fractions in fractions': tex(nested('\\frac{1}{', 'x', '}', 5_000)),
  'groups in groups': tex(nested('{', 'x', '}', 200_000)),
  'groups that never end': tex(filled('{')),
  'delimiters in delimiters': tex(nested('\\left(', 'x', '\\right)', 2_000)),
  'a macro that calls itself': tex('\\def\\a{\\a\\a}\\a'),
  'macros that double': tex(
    `${counted(26, (i) => `\\def\\${letters(i)}{\\${letters(i + 1)}\\${letters(i + 1)}}`, '')}\\a`,
  ),
  'macros with long bodies': tex(`\\def\\a{${filled('x', 50_000)}}${filled('\\a', 400)}`),
  'a matrix of many rows': tex(`\\begin{matrix}${filled('a & b \\\\', 200_000)}\\end{matrix}`),
  'a matrix of many columns': tex(`\\begin{matrix}${filled('a &', 100_000)}\\end{matrix}`),
  'matrices in matrices': tex(nested('\\begin{matrix}', 'a', '\\end{matrix}', 500)),
  'environments that never end': tex(filled('\\begin{matrix}', 100_000)),
  'a sum of many terms': tex(filled('x + ', 500_000)),
  'a word of many letters': tex(filled('x', 500_000)),
  'text in a formula': tex(`\\text{${filled('word ', 500_000)}}`),
  'huge sizes': tex(filled('\\rule{1000000em}{1000000em}', 10_000)),
  'huge kerns': tex(filled('\\kern{999999em}x', 10_000)),
  'colours in colours': tex(nested('\\color{red}{', 'x', '}', 3_000)),
  'accents on accents': tex(nested('\\hat{', 'x', '}', 3_000)),
  'wide accents': tex(filled('\\widehat{abc}', 100_000)),
  'stretched arrows': tex(filled('\\xrightarrow{abc}', 50_000)),
  primes: tex(filled("'", 100_000)),
  'operators with limits': tex(nested('\\sum_{', 'i', '}', 2_000)),
  'thousands of formulas': filled('$x$ '),
  'thousands of large formulas': filled('$\\frac{a}{b} \\sqrt{c}$ ', 500_000),
  'thousands of blocks': filled('$$x$$\n\n'),
  'formulas that never end': filled('$a '),
  dollars: filled('$'),
  'blocks that never end': filled('$$\n'),
  'wrong commands': filled('$\\nope$ '),
  'links in formulas': tex(filled('\\href{https://example.org}{a}', 100_000)),
  'macros in every formula': filled('$\\def\\a{b}\\a$ ', 200_000),
};

/** `a`, `b`, … `z`, `aa`: names of macros have no digits. */
function letters(i: number): string {
  return i < 26 ? String.fromCharCode(97 + i) : `a${letters(i - 26)}`;
}

const NEAR_CODE: Texts = {
  'an exercise with a very long check': code('1', `exercise=a check="${filled('(', 200_000)}"`),
  'a check of backslashes': code('1', `exercise=a check="${filled('\\', 200_000)}`),
  'a check that never ends': code('1', `exercise=a check="${filled('a\\"', 200_000)}`),
  'many settings': code(
    '1',
    counted(50_000, (i) => `a${i}=b`, ' '),
  ),
  'settings of equals signs': code('1', filled('=', 200_000)),
  'settings of quotes': code('1', filled('"', 200_000)),
  'settings of quotes and equals signs': code('1', filled('a="b', 200_000)),
  'one long setting': code('1', filled('a')),
  'many panels': code('input x : real = 1\n\nx', `show=${counted(50_000, (i) => `p${i}`, ',')}`),
  'all panels, often': code('input x : real = 1\n\nx * x', `show=${filled('delta,trace,', 100_000)}`),
  'many values of inputs': code('input x : real = 1\n\nx', `at=${counted(50_000, (i) => `x${i}:1`, ',')}`),
  'deep values of inputs': code('input x : real = 1\n\nx', `at=x:${nested('[', '1', ']', 100_000)}`),
  'values of inputs that never end': code('1', `at=x:${filled('["', 100_000)}`),
  'a long focus': code('input x : real = 1\n\nx', `focus=${filled('a', 100_000)}`),
  'exercises of one name': counted(3_000, () => code('1', 'exercise=a check="true"'), '\n'),
  'many exercises': counted(1_500, (i) => code(`let a${i} = 1`, `exercise=e${i} check="a${i} = 1"`), '\n'),
  'solutions without exercises': counted(5_000, (i) => code('1', `solution=s${i}`), '\n'),
  'front matter without end': `---\n${filled('a: b\n')}`,
  'front matter of aliases': `---\na: &a [x,x,x,x,x,x,x,x,x]\n${counted(20, (i) => `${letters(i + 1)}: &${letters(i + 1)} [${filled(`*${letters(i)},`, 24)}x]`)}\n---\n${code('1')}`,
  'deep front matter': `---\na: ${filled('[', 100_000)}\n---\n${code('1')}`,
  'front matter, indented': `---\n${counted(1_000, (i) => `${' '.repeat(i)}a:`)}\n---\n${code('1')}`,
  'a long title': `---\ntitle: ${filled('W', 500_000)}\n---\n${code('1')}`,
  'many rules before code': `${filled('---\n')}${code('1')}`,
};

const CELLS: Texts = {
  '300 cells of code': counted(300, (i) => code(`let a${i} = ${i}\n\na${i}`), '\ntext\n\n'),
  '1,000 cells of code': counted(1_000, (i) => code(`let a${i} = ${i}\n\na${i}`)),
  '5,000 cells of code': counted(5_000, (i) => code(`let a${i} = ${i}\n\na${i}`)),
  '5,000 cells, each on the one before': counted(5_000, (i) =>
    code(i === 0 ? 'let a0 = 1' : `let a${i} = a${i - 1} + 1`),
  ),
  '5,000 cells on the first': `${code('input x : real = 1')}${counted(5_000, (i) => code(`x * ${i}`))}`,
  '5,000 cells of text': counted(5_000, (i) => `Text ${i} with $x^2$.\n\n<!-- cell -->\n`),
  '5,000 cells of both': counted(2_500, (i) => `Text ${i}.\n\n${code(`let a${i} = ${i}`)}`),
  '5,000 cells with errors': counted(5_000, (i) => code(`nope${i}`)),
  '20,000 empty cells': filled(code(''), MOST),
  '2,000 tables': counted(2_000, (i) => csv('a,b\n1,2', `name=t${i}`)),
  '2,000 cells with sliders': counted(2_000, (i) => code(`input x${i} : real = 1 in 0 .. 2\n\nx${i}`)),
  '500 cells that never end': counted(500, (i) => code(`let rec f${i} x = f${i} (x + 1)\n\nf${i} 0`)),
  '1,000 cells with all panels': counted(1_000, (i) =>
    code(`input x${i} : real = 1\n\nsin x${i}`, 'show=delta,trace,gradient,plot'),
  ),
};

const lines = (count: number, line: (i: number) => string, last = ''): string =>
  code(`${counted(count, line)}\n${last}`);
const PROGRAMS: Texts = {
  '100,000 short lines': lines(100_000, () => '1'),
  'a definition a line': lines(60_000, (i) => `let a${i} = ${i}`),
  'definitions in a chain': lines(40_000, (i) => (i === 0 ? 'let a0 = 1' : `let a${i} = a${i - 1}`), 'a39999'),
  'functions in a chain': lines(
    20_000,
    (i) => (i === 0 ? 'let f0 x = x' : `let f${i} x = f${i - 1} (x + 1)`),
    'f19999 1',
  ),
  'one name, defined often': lines(100_000, () => 'let a = 1', 'a'),
  'errors in every line': lines(60_000, (i) => `nope${i}`),
  'mistakes of types in every line': lines(40_000, () => '1 + true'),
  'wrong characters': code(filled('§ ', 500_000)),
  'comments in comments': code(filled('{- ')),
  'one long comment': code(`-- ${filled('a')}`),
  'a string that never ends': code(`"${filled('a')}`),
  'a long string': code(`"${filled('a')}"`),
  'a long name': code(`let ${filled('a', 500_000)} = 1`),
  'a long number': code(filled('1')),
  'a long fraction': code(`0.${filled('1')}`),
  'a long exponent': code(`1e${filled('9')}`),
  'parentheses in parentheses': code(nested('(', '1', ')', 400_000)),
  'brackets in brackets': code(nested('[', '1', ']', 400_000)),
  'functions in functions': code(filled('fun x -> ')),
  'conditions in conditions': code(`${filled('if true then 1 else ', 500_000)}1`),
  'definitions in definitions': code(`${filled('let a = 1 in ', 500_000)}a`),
  'a sum of many terms': code(`input x : real = 1\n\n${counted(200_000, () => 'x', ' + ')}`),
  'a product of sums': code(`input x : real = 1\n\n${counted(50_000, (i) => `(x + ${i})`, ' * ')}`),
  'signs before a number': code(`${filled('- ')}1`),
  'powers of powers': code(counted(100_000, () => '2', ' ^ ')),
  'arguments of a function': code(`let f ${counted(20_000, (i) => `x${i}`, ' ')} = 1\nf ${filled('1 ', 40_000)}`),
  'a long tuple': code(`(${counted(200_000, (i) => String(i), ', ')})`),
  'a long list': code(`[${counted(150_000, (i) => String(i), ', ')}]`),
  'a type of many constructors': code(
    `type t = ${counted(20_000, (i) => `A${i}`, ' | ')}\nmatch A1 with ${counted(20_000, (i) => `A${i} -> ${i}`, ' | ')}`,
  ),
  'a record of many fields': code(`{ ${counted(20_000, (i) => `a${i} = ${i}`, ', ')} }`),
  'types as large as memory': code(
    `let f0 x = (x, x)\n${counted(30, (i) => `let f${i + 1} x = f${i} (f${i} x)`)}\n\nf30 1`,
  ),
  'pairs as large as memory': code(`let t0 = (1, 2)\n${counted(60, (i) => `let t${i + 1} = (t${i}, t${i})`)}\n\nt60`),
  'functions as large as memory': code(
    `${counted(60, (i) => (i === 0 ? 'let g0 = fun x -> (x, x)' : `let g${i} = fun x -> g${i - 1} (g${i - 1} x)`))}\n\ng59`,
  ),
  'recursion without end': code('let rec f x = 1 + f (x + 1)\n\nf 0'),
  'a loop without end': code('let rec f x = f (x + 1)\n\nf 0'),
  'a list without end': code('let rec f x = cons x (f x)\n\nf 1'),
  'many outputs': lines(20_000, (i) => String(i)),
  'an output of a million numbers': code('build 1000000 (fun i -> real i)'),
  'an output of a long string': code('let rec s n = if n = 0 then "aaaaaaaaaa" else s (n - 1) ++ s (n - 1)\n\ns 20'),
  'an output of nested lists': code('build 1000 (fun i -> build 1000 (fun j -> i * j))'),
  'inputs of many kinds': lines(5_000, (i) => `input x${i} : real = ${i} in 0 .. 5000`, 'x1'),
  'a gradient of many leaves': code('input x : array real = build 100000 (fun i -> real i)\n\nsum x'),
  'watched often': code('let rec f n = if n = 0 then 0 else watch "n" (real n) + f (n - 1)\n\nf 100000'),
  'derivatives in derivatives': code(`input x : real = 1\n\n${nested('deriv (fun y -> y * ', 'x', ') 1', 200)}`),
  'cases in cases': code(`input x : real = 1\n\n${nested('case x of { _ -> ', '1', ' }', 10_000)}`),
};

const TABLES: Texts = {
  'a table of many rows as data': csv(`a,b\n${filled('1,2\n', MOST - 100)}`),
  'a table of many columns as data': csv(
    `${counted(50_000, (i) => `a${i}`, ',')}\n${counted(50_000, (i) => String(i), ',')}`,
  ),
  'a table of commas': csv(filled(',')),
  'a table of quotes': csv(filled('"', 500_000)),
  'a quote that never ends': csv(`a\n"${filled('b\n')}`),
  'rows of unequal lengths': csv(counted(1_400, (i) => ','.repeat(i))),
  'one long field': csv(`a\n${filled('b')}`),
  'words for numbers': csv(`a\n${filled('b\n')}`),
  'numbers that are none': csv(`a\n${filled('1e999\n')}`),
  'names of columns, all one': csv(`${filled('a,', 200_000)}a\n1`),
  'a table used by a program': `${csv(`a,b\n${filled('1,2\n', 500_000)}`)}${code('length t')}`,
};

const FRAGMENTS: Texts = {
  'nothing to unpack': '#n1=',
  'no base64': '#n1=%%%%',
  'bytes of no stream': '#n1=AAAAAAAA',
  'a stream that ends early': '#n1=S0w',
  'a version to come': '#n99=AAAA',
  'no name of a part': '#=&=&=',
  'many parts': `#${filled('a=b&', 60_000)}`,
  'too long': `#n1=${filled('A', 100_000)}`,
  'a notebook that is not there': '#e=nope',
  'a path': '#e=../../etc/passwd',
  'state that is no JSON': '#e=product-and-sine&s=AAAA',
  'percent signs': `#${filled('%', 10_000)}`,
  'percent-encoded nonsense': '#n1=%E0%A4%A',
};

function documents(kind: string, texts: Texts): readonly HostileDocument[] {
  return Object.entries(texts).map(([name, markdown]) => ({
    name: `${kind}: ${name}`,
    markdown: markdown.slice(0, MOST),
  }));
}

export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  ...documents('text', PROSE),
  ...documents('formula', TEX),
  ...documents('fence', NEAR_CODE),
  ...documents('cells', CELLS),
  ...documents('program', PROGRAMS),
  ...documents('table', TABLES),
];

/** Fragments of addresses that hold no notebook. */
export const HOSTILE_FRAGMENTS: readonly { readonly name: string; readonly fragment: string }[] = Object.entries(
  FRAGMENTS,
).map(([name, fragment]) => ({ name: `link: ${name}`, fragment }));
