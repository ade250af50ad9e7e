import { expect, test } from 'vitest';
import { decodeLink } from '../notebook/link';
import { main } from './main';

const LOSS = `import "points.pbk"

let loss w (ps : array Point) = sum (map (fun p -> (w * p.x - p.y) ^ 2) ps)
`;
const POINTS = `type Point = { x : real, y : real }
input radius : real = 3
let area r = radius * r ^ 2
let points = toArray [{ x = 1, y = 2 }, { x = 2, y = 5 }]
let unused = log (1 - 2)
1 / 0
`;
const MAIN = `import "lib/loss.pbk"
import "./lib/points.pbk"

input w : real = 2

loss w points + area w
`;
const FILES = { 'main.pbk': MAIN, 'lib/loss.pbk': LOSS, 'lib/points.pbk': POINTS };

/** Runs a command among files. */
async function among(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const asked: string[] = [];
  const { status, out, error } = await main(
    argv,
    (file) => {
      asked.push(file);
      const text = files[file === '-' ? 'main.pbk' : file];
      return text === undefined ? Promise.reject(new Error('no such file or directory')) : Promise.resolve(text);
    },
    () => Promise.resolve(),
  );
  return { status, out: [...out].join(''), error: error.join(''), asked };
}

test('a program uses the definitions of other files, each read once; their inputs are constants', async () => {
  const { status, out, error, asked } = await among(FILES, 'run', 'main.pbk');
  expect({ status, error }).toEqual({ status: 0, error: '' });
  expect(out).toBe('13 : real\n-- derivative by compiled\n∂w = 8\n');
  expect(asked).toEqual(['main.pbk', 'lib/loss.pbk', 'lib/points.pbk']);
});

test('paths are relative to the file with the import, and from standard input to the working directory', async () => {
  const moved = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`a/b/${name}`, text]));
  expect((await among(moved, 'run', 'a/b/main.pbk')).out).toContain('13 : real');
  const up = { 'a/main.pbk': 'import "../c.pbk"\nk', 'c.pbk': 'let k = 1' };
  expect((await among(up, 'run', 'a/main.pbk')).out).toBe('1 : real\n');
  expect((await among(FILES, 'run', '-')).out).toContain('13 : real');
});

test.each([
  ['check'],
  ['agree'],
  ['delta'],
  ['trace', '--anf'],
  ['translate', '--engine', 'forward'],
  ['growth', '--input', 'n', '--values', '1,2'],
  ['compile', '-o', 'model.js'],
  ['fmt'],
] as const)('%s works with imports', async (...argv) => {
  const sized = MAIN.replace('area w', 'area w * toReal n').replace('input w', 'input n : int = 1\ninput w');
  const { status, error } = await among({ ...FILES, 'main.pbk': sized }, ...argv, 'main.pbk');
  expect({ status, error }).toEqual({ status: 0, error: '' });
});

test('a notebook is imported with its code cells and tables', async () => {
  const book = '# Book\n\n```pullback\nlet k x = x * 2\nk 3\n```\n\n```csv name=rows\na,b\n1,2\n3,4\n```\n';
  const files = { 'main.pbk': 'import "book.md"\nk (sum (map (fun r -> r.a) rows))', 'book.md': book };
  expect((await among(files, 'run', 'main.pbk')).out).toBe('8 : real\n');
  const wrong = { ...files, 'book.md': `${book}\n\`\`\`pullback\nlet f x = x + true\n\`\`\`\n` };
  expect((await among(wrong, 'run', 'main.pbk')).error).toContain('--> book.md, cell 3:1:15');
});

test('what is wrong in an imported file has its name and place, and is all that is reported', async () => {
  const files = { 'main.pbk': 'import "a.pbk"\n\nf 1 + g 2', 'a.pbk': 'let f x = x\nlet g x = x + true\n' };
  expect(await among(files, 'check', 'main.pbk')).toMatchObject({
    status: 1,
    error: `error[not-a-number]: \`+\` takes numbers, but this is bool
  --> a.pbk:2:15
  2 | let g x = x + true
    |               ^^^^
`,
  });
  const { out } = await among(files, 'check', 'main.pbk', '--json');
  expect(JSON.parse(out)).toMatchObject({ diagnostics: [{ span: { file: 'a.pbk', start: { line: 2, column: 15 } } }] });
  const late = { 'main.pbk': 'import "a.pbk"\nh 0', 'a.pbk': 'let h x = log x' };
  expect((await among(late, 'run', 'main.pbk')).error).toContain('--> a.pbk:1:11\n  1 | let h x = log x\n');
});

test('a file of data is not imported', async () => {
  const files = { 'main.pbk': 'import "points.csv"\n1', 'points.csv': 'x,y\n1,2' };
  expect((await among(files, 'check', 'main.pbk')).error).toContain(
    'cannot import "points.csv": it is data, not a program\n',
  );
});

test('a file that is not there is reported at the import, and its names are not', async () => {
  const files = { 'main.pbk': 'import "lib/none.pbk"\nimport "other"\n\nf 1 : T' };
  expect((await among(files, 'check', 'main.pbk')).error)
    .toContain(`error[import-missing]: cannot import "lib/none.pbk": no such file or directory
  --> main.pbk:1:1
  1 | import "lib/none.pbk"
    | ^^^^^^^^^^^^^^^^^^^^^
  hint: the path is relative to the file with the import: this looks for lib/none.pbk
error[import-missing]: cannot import "other": no such file or directory
  --> main.pbk:2:1
  2 | import "other"
    | ^^^^^^^^^^^^^^
  hint: write the whole name of the file, as in \`import "other.pbk"\`
`);
  expect((await among({ 'main.pbk': 'import "x.pbk"\nf 1' }, 'check', 'main.pbk')).error).not.toContain('not defined');
});

test('imports that form a circle are an error with the chain of files', async () => {
  const files = {
    'main.pbk': 'import "a.pbk"\nf 1',
    'a.pbk': 'import "b.pbk"\nlet f x = g x',
    'b.pbk': 'import "a.pbk"',
  };
  expect((await among(files, 'check', 'main.pbk')).error)
    .toBe(`error[import-cycle]: these imports form a circle: a.pbk → b.pbk → a.pbk
  --> b.pbk:1:1
  1 | import "a.pbk"
    | ^^^^^^^^^^^^^^
  hint: move the definitions that both need to a source of their own, and import that
`);
});

test('a file does not see the names of the file that imports it', async () => {
  const files = { 'main.pbk': 'import "a.pbk"\nlet k = 1\nf 1', 'a.pbk': 'let f x = x + k' };
  expect((await among(files, 'check', 'main.pbk')).error).toContain('`k` is not defined\n  --> a.pbk:1:15');
});

test('two files cannot define the same type, because values of both could meet', async () => {
  const files = {
    'main.pbk': 'import "a.pbk"\nimport "b.pbk"\na = b',
    'a.pbk': 'type T = A real | B\nlet a = B',
    'b.pbk': 'type T = C | D\nlet b = C',
  };
  expect((await among(files, 'check', 'main.pbk')).error)
    .toContain(`error[type-twice]: the type \`T\` is already defined
  --> b.pbk:1:6
`);
});

test('data of an imported file is set by name', async () => {
  const files = { 'main.pbk': 'import "a.pbk"\ninput x : real = 2\nx * k', 'a.pbk': 'data k : real' };
  expect((await among(files, 'run', 'main.pbk', '--set', 'k=5')).out).toContain('10 : real');
  expect((await among(files, 'run', 'main.pbk')).error).toContain('error[no-value]');
});

test('a link carries what the program imports', async () => {
  const { out } = await among(FILES, 'link', 'main.pbk');
  const link = await decodeLink(out.trim());
  if (link.tag !== 'notebook') throw new Error('no notebook');
  expect((await among({ 'copy.md': link.markdown }, 'run', 'copy.md')).out).toContain('13 : real');
});

test('an imported notebook holds the solutions of the exercises that it builds on', async () => {
  const base = '```pullback from=language-tour/power\n```\n\n```pullback\nlet cube x = power (x, 3)\n```\n';
  expect(await among({ 'main.pbk': 'import "base.md"\n\ncube 2', 'base.md': base }, 'run', 'main.pbk')).toMatchObject({
    status: 0,
    error: '',
  });
});
