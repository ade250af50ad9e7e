import { describe, expect, test } from 'vitest';
import { newLanguageApi } from '../../testing/language';
import { applyEdits } from './rename';
import type { Span } from '../../language/source/span';

const service = newLanguageApi();

/** Cells with a caret `‸` in one of them. */
function caret(...marked: readonly string[]) {
  const cell = marked.findIndex((text) => text.includes('‸'));
  const offset = marked[cell]?.indexOf('‸') ?? 0;
  const cells = marked.map((text) => text.replace('‸', ''));
  return { revision: 1, cells, at: { cell, start: offset, end: offset } };
}

function shown(cells: readonly string[], { cell, start, end }: Span): string {
  return `${cell}:${start} ${cells[cell]?.slice(start, end) ?? ''}`;
}

function namesAt(...marked: readonly string[]): readonly string[] {
  return (service.completions(caret(...marked))?.items ?? []).map(({ name }) => name);
}

function itemAt(name: string, ...marked: readonly string[]) {
  return service.completions(caret(...marked))?.items.find((item) => item.name === name);
}

function renamed(name: string, ...marked: readonly string[]): readonly string[] | string {
  const request = caret(...marked);
  const answer = service.rename({ ...request, name });
  return answer.tag === 'edits' ? applyEdits(request.cells, answer.edits) : answer.why;
}

describe('hover', () => {
  test('shows the type of a name at its binder and its uses, and documents built-in names', () => {
    expect(service.hover(caret('let f‸ x = 2.0 * x'))?.signature).toBe('f : a -> a where a is real or made of reals');
    expect(service.hover(caret('let f x = 2.0 * x', 'f‸ 1'))?.signature).toBe('f : real -> real');
    expect(service.hover(caret('mea‸n [1.0]'))?.documentation).toContain('the mean of the reals');
    expect(service.hover(caret('type Shape = Circle real | Dot\nCir‸cle 1'))?.signature).toBe('Circle : real -> Shape');
    expect(service.hover(caret('type Sh‸ape = Circle real | Dot'))?.signature).toBe('type Shape');
    expect(service.hover(caret('1 + ‸ 2'))).toBeUndefined();
  });
});

describe('definition and references', () => {
  const definitionOf = (...marked: readonly string[]) => {
    const request = caret(...marked);
    const found = service.definition(request);
    return found && shown(request.cells, found);
  };
  const referencesOf = (...marked: readonly string[]) => {
    const request = caret(...marked);
    return service.references(request).map((span) => shown(request.cells, span));
  };

  test('a name is found in the cell that defines it', () => {
    expect(definitionOf('let f x = x', '1 + ‸f 2')).toBe('0:4 f');
    expect(definitionOf('input rate : real = 1', 'rate‸ + 1')).toBe('0:6 rate');
  });

  test('the innermost of several names is meant', () => {
    const program = 'let x = 1\nlet f x = x + (let x = 2 in ‸x)\nf x';
    expect(definitionOf(program)).toBe('0:29 x');
    expect(referencesOf(program)).toEqual(['0:29 x', '0:38 x']);
    expect(referencesOf('let x = 1\nlet f ‸x = x + (let x = 2 in x)\nf x')).toEqual(['0:16 x', '0:20 x']);
    expect(referencesOf('let ‸x = 1\nlet f x = x + (let x = 2 in x)\nf x')).toEqual(['0:4 x', '0:43 x']);
  });

  test('data and tables are found, hovered and renamed like definitions', () => {
    const DECLARED = 'data rates : array real = [1, 2]';
    expect(service.hover(caret('data ra‸tes : array real = [1, 2]'))?.signature).toBe('rates : array real');
    expect(service.hover(caret(DECLARED, 'sum ra‸tes'))?.signature).toBe('rates : array real');
    expect(service.hover(caret('data rates : array real', 'sum ra‸tes'))?.signature).toBe('rates : array real');
    expect(definitionOf(DECLARED, 'sum ‸rates')).toBe('0:5 rates');
    expect(referencesOf('data ‸rates : array real = [1, 2]', 'sum rates + rates[0]')).toHaveLength(3);
    expect(renamed('costs', 'data rat‸es : array real = [1, 2]\nlet data = 1', 'sum rates + data')).toEqual([
      'data costs : array real = [1, 2]\nlet data = 1',
      'sum costs + data',
    ]);
    expect(namesAt(DECLARED, 'sum ra‸')).toContain('rates');
    const table = (count: number): string => `\`\`\`csv name=iris\na,b\n${'1,2\n'.repeat(count)}\`\`\``;
    for (const count of [1, 9000]) {
      expect(service.hover(caret(table(count), 'length ir‸is'))?.signature).toBe('iris : array {a : real, b : real}');
      expect(definitionOf(table(count), 'length ir‸is')).toBe('0:12 iris');
      expect(renamed('flowers', table(count), 'length ir‸is')).toEqual([
        table(count).replace('iris', 'flowers'),
        'length flowers',
      ]);
      expect(itemAt('a', table(count), 'map (fun r -> r.‸) iris')).toMatchObject({ kind: 'field' });
    }
  });

  test('in a non-recursive let, the name means the previous definition', () => {
    expect(definitionOf('let x = 1\nlet x = ‸x + 1')).toBe('0:4 x');
    expect(definitionOf('let rec f x = ‸f x')).toBe('0:8 f');
  });

  test('constructors and types are found, in patterns, too', () => {
    const program = (use: string) =>
      `type Shape = Circle real | Dot\nlet f (s : Shape) = match s with Circle r -> r | Dot -> 0.0\n${use}`;
    expect(referencesOf(program('f (Cir‸cle 1)'))).toHaveLength(3);
    expect(definitionOf(program('(f : Sha‸pe -> real)'))).toBe('0:5 Shape');
    expect(referencesOf('type P = real * real\nlet f (p : P) (q : ‸P) = p')).toHaveLength(3);
  });

  test('built-in names have no definition', () => {
    expect(definitionOf('me‸an [1.0]')).toBeUndefined();
    expect(definitionOf('si‸n 1')).toBeUndefined();
    expect(definitionOf('let f x = x -- ‸f')).toBeUndefined();
  });

  test('parentheses around a name are not part of it', () => {
    expect(referencesOf('let f (x) = ((‸x)) + x')).toEqual(['0:7 x', '0:14 x', '0:20 x']);
  });

  test('a program with errors answers for the parts that were read', () => {
    expect(definitionOf('let f x = x', 'let broken = (', 'f‸ true + nope')).toBe('0:4 f');
    expect(definitionOf('let f x =\n  let y = x + nope in\n  ‸y + true')).toBe('0:16 y');
  });
});

describe('rename', () => {
  test('goes through all cells', () => {
    expect(renamed('g', 'let f x = x', '‸f 1 + f 2')).toEqual(['let g x = x', 'g 1 + g 2']);
  });

  test('a pattern that is short for a field and a name is written out', () => {
    expect(renamed('w', 'let f { x } = ‸x + 1')).toEqual(['let f { x = w } = w + 1']);
    expect(renamed('w', 'let f {‸x, y} = x + y\nf {x = 1, y = 2}')).toEqual([
      'let f {x = w, y} = w + y\nf {x = 1, y = 2}',
    ]);
  });

  test('types and constructors keep their capitals', () => {
    expect(renamed('Round', 'type S = ‸Circle real | Dot\nmatch Circle 1 with Circle r -> r | Dot -> 0.0')).toEqual([
      'type S = Round real | Dot\nmatch Round 1 with Round r -> r | Dot -> 0.0',
    ]);
    expect(renamed('round', 'type S = ‸Circle real | Dot')).toContain('capital letter');
    expect(renamed('Round', 'let ‸f x = x')).toContain('lower-case letter');
  });

  test('is refused where it would capture a name, or be captured', () => {
    expect(renamed('y', 'let f ‸x = fun y -> x + y')).toContain('`y` is already in use');
    expect(renamed('x', 'let f x = fun ‸y -> x + y')).toContain('`x` is already in use');
    expect(renamed('sin', 'let ‸f x = x\nsin 1')).toContain('`sin` is already in use');
    expect(renamed('y', 'let ‸x = 1\ny')).toContain('`y` is already in use');
    expect(renamed('cos', 'let ‸f x = x\nsin (f 1)')).toEqual(['let cos x = x\nsin (cos 1)']);
  });

  test('is refused for invalid names, and for names that are not in the program', () => {
    expect(renamed('g', 'si‸n 1')).toContain('is built in and cannot be renamed');
    expect(renamed('g', 'me‸an [1.0]')).toContain('is built in and cannot be renamed');
    expect(renamed('g', '1 ‸ + 1')).toContain('nothing to rename here');
    for (const wrong of ['let', '2x', 'a b', 'Delta.x', 'inl', ''])
      expect(renamed(wrong, 'let ‸f x = x')).toContain('is not a valid name');
  });

  test('is refused if the name also occurs in text that was not read', () => {
    expect(renamed('g', 'let ‸f x = x', 'let y = (f 1')).toContain('Fix the errors first');
    expect(renamed('g', 'let ‸f x = x', 'let y = (1')).toEqual(['let g x = x', 'let y = (1']);
  });
});

describe('completions', () => {
  test('begin with the nearest names, with types', () => {
    const program = 'let twice x = 2.0 * x\nlet f apple =\n  let pear = 1.0 in\n  ‸\nf 1.0';
    expect(namesAt(program).slice(0, 3)).toEqual(['pear', 'apple', 'twice']);
    expect(itemAt('twice', program)?.signature).toBe('twice : a -> a where a is real or made of reals');
    expect(namesAt(program)).not.toContain('f');
    expect(namesAt('let rec f x = f ‸')).toContain('f');
  });

  test('know the type and the fields of a name whose definition failed, and of its uses', () => {
    const program = 'let p = { size = 1.0 + true, colour = "red" }\n';
    expect(namesAt(`${program}p.‸`)).toEqual(['colour', 'size']);
    expect(itemAt('p', `${program}1 + ‸`)?.signature).toBe('p : {colour : string, size : real}');
    expect(service.hover(caret(`${program}‸p`))?.signature).toBe('p : {colour : string, size : real}');
  });

  test('document built-in names', () => {
    expect(itemAt('gradientDescent', '1 + gra‸')?.documentation).toContain('gradient descent');
    expect(itemAt('sin', 's‸')).toMatchObject({ kind: 'function', signature: 'sin : real -> real' });
    expect(itemAt('match', '‸')?.kind).toBe('keyword');
  });

  test('replace the word at the caret', () => {
    const at = (text: string) => service.completions(caret(text))?.span;
    expect(at('1 + gra‸d')).toEqual({ cell: 0, start: 4, end: 8 });
    expect(at('Delta.ev‸')).toEqual({ cell: 0, start: 0, end: 8 });
    expect(at('1 + ‸')).toEqual({ cell: 0, start: 4, end: 4 });
  });

  test.each([
    'let f apple = ‸',
    'let f apple = 1 + (2 * ‸',
    'let f apple =\n  let pear = ‸',
    'let f apple = let pear = 1 in let plum = (pear, ‸\nlet later = 1',
    'let f apple = if ‸',
    'let f apple = if true then ‸',
    'let f apple = if true then 1 else ‸',
    'let f apple = match ‸',
    'let f apple = match apple with ‸ -> 1 | _ -> ap‸',
    'let f apple = match 1 with 0 -> 1 | n -> ‸',
    'let f apple = case inl 1 of inl x -> ‸',
    'let f apple = fun plum -> [plum, ‸',
    'let f apple = fold (x, a) -> ‸',
    'let f apple = fold (x, a) -> x over ‸',
    'let f apple = fold (x, a) -> x over [1] from ‸',
    'let f apple = { size = ‸',
    'let f (apple : real -> real) = apple ‸',
    'let f apple = do { x <- ‸',
    'fun apple -> ‸',
  ])('know the names in scope in unfinished code: %s', (text) => {
    const last = text.lastIndexOf('‸');
    const once = text.slice(0, last).replaceAll('‸', '_') + text.slice(last);
    expect(namesAt(once)).toContain('apple');
  });

  test('are fields behind a dot', () => {
    expect(namesAt('let p = { size = 1.0, name = "a" }\np.‸')).toEqual(['name', 'size']);
    expect(itemAt('size', 'let f (p : {size : real}) = p.si‸')?.signature).toBe('size : real');
  });

  test('are the fields of an item in a function that is passed to map', () => {
    const points = 'data points : array { x : real, y : real } = [{ x = 1, y = 2 }]\n';
    const table = '```csv name=points\nx,y\n1,2\n3,4\n```';
    expect(namesAt(`${points}map (fun p -> p.‸) points`)).toEqual(['x', 'y']);
    expect(namesAt(`${points}map (fun p -> p.x * p.‸) points`)).toEqual(['x', 'y']);
    expect(namesAt(`${points}sum (map (fun p -> p.x‸) points)`)).toEqual(['x', 'y']);
    expect(namesAt(`${points}fold (p, rest) -> p.‸ + rest over points from 0`)).toEqual(['x', 'y']);
    expect(namesAt(`${points}points |> map (fun p -> p.‸)`)).toEqual(['x', 'y']);
    expect(namesAt(table, 'map (fun p -> p.‸) points')).toEqual(['x', 'y']);
    expect(namesAt(table, 'map (fun p -> p.‸')).toEqual([]);
    expect(namesAt('let f p = p.size + p.‸')).toEqual(['size']);
    expect(namesAt('let f p = p.‸')).toEqual([]);
  });

  test('are constructors and types where a value is not allowed', () => {
    const type = 'type Shape = Circle real | Dot\n';
    expect(namesAt(`${type}let f s = match s with C‸ -> 1`)).toContain('Circle');
    expect(namesAt(`${type}let f (s : Sh‸`)).toContain('Shape');
    expect(namesAt(`${type}let f (s : ‸) = 1`)).toEqual(expect.arrayContaining(['Shape', 'real', 'list']));
    expect(namesAt(`${type}let s = ‸`)).toContain('Dot');
  });

  test('are empty in comments, strings and numbers', () => {
    for (const text of ['-- so‸', '{- so‸ -}', '"so‸"', '12‸', '1.5e‸'])
      expect(service.completions(caret(text))).toBeUndefined();
  });
});

describe('signature help', () => {
  const help = (...marked: readonly string[]) => {
    const found = service.signatureHelp(caret(...marked));
    const [start, end] = found?.parameters[found.active] ?? [0, 0];
    return found && `${found.signature.slice(0, found.signature.indexOf(' '))}: ${found.signature.slice(start, end)}`;
  };

  test('names the argument that is being written', () => {
    expect(help('gradientDescent ‸')).toBe('gradientDescent: real');
    expect(help('gradientDescent 0.1 ‸')).toBe('gradientDescent: int');
    expect(help('gradientDescent 0.1 10 (fun x -> x ^ 2) ‸')).toBe('gradientDescent: a');
    expect(help('let y = 1 + (gradientDescent 0.1 ‸')).toBe('gradientDescent: int');
    expect(help('let k (f : real -> int) x = 1\nk ‸')).toBe('k: (real -> int)');
    expect(service.signatureHelp(caret('gradientDescent ‸'))?.documentation).toContain('gradient descent');
  });

  test('names the component of a tuple', () => {
    const f = 'let f (a, (b : int), (c : bool)) (d : string) = a + 1.0\n';
    expect(help(`${f}f (‸`)).toContain('f: ');
    expect(help(`${f}f (1.0, ‸`)).toBe('f: int');
    expect(help(`${f}f (1.0, 2, ‸)`)).toBe('f: bool');
    expect(help(`${f}f (1.0, 2, true) ‸`)).toBe('f: string');
    expect(help('max (1, ‸')).toBe('max: a');
    expect(help('atan2 (1, ‸')).toBe('atan2: real');
  });

  test('is about the innermost application', () => {
    expect(help('let f x = 2.0 * x\nlet g (n : int) = 1.0\nf (g ‸)')).toBe('g: int');
    expect(help('let f x = 2.0 * x\nlet g (n : int) = 1.0\nf (g 1‸)')).toBe('g: int');
  });

  test('is empty where nothing is applied', () => {
    for (const text of ['1 + ‸', 'let f x = ‸', 'gradientDescent‸', '-- sin ‸']) expect(help(text)).toBeUndefined();
  });
});

describe('symbols and folds', () => {
  const program = [
    '-- a comment',
    '-- of two lines',
    'input x : real = 1',
    'data xs : array real',
    'type Shape = Circle real',
    '  | Dot',
    'let f s =',
    '  match s with',
    '  | Circle r ->',
    '    r',
    '  | Dot -> 0.0',
    'let (a, b) = (1,',
    '  2)',
    'let broken = (',
    '  1',
  ].join('\n');

  test('the symbols of a cell are its definitions', () => {
    const symbols = service.symbols({ revision: 1, cells: ['let g = 1', program], cell: 1 });
    expect(symbols.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'input x',
      'data xs',
      'type Shape',
      'function f',
      'value a',
      'value b',
      'value broken',
    ]);
    expect(symbols[2]?.children.map(({ name, detail }) => [name, detail])).toEqual([
      ['Circle', 'Circle : real -> Shape'],
      ['Dot', 'Dot : Shape'],
    ]);
    expect(symbols[3]?.detail).toBe('f : Shape -> real');
  });

  test('comments, items, arms and brackets fold', () => {
    const folds = service.folds({ revision: 1, cells: [program], cell: 0 });
    const lineOf = (offset: number) => program.slice(0, offset).split('\n').length;
    const lines = folds.map(({ kind, span }) => `${kind} ${lineOf(span.start)}-${lineOf(span.end)}`);
    expect(lines).toEqual(expect.arrayContaining(['comment 1-2', 'code 5-6', 'code 7-11', 'code 9-10', 'code 12-13']));
    expect(lines.some((line) => line.endsWith('3-3'))).toBe(false);
  });
});
