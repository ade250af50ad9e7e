import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs';
import { tokenizeLine, type HighlightKind } from './language';

function kinds(line: string, depth = 0): readonly (readonly [string, HighlightKind])[] {
  return tokenizeLine(line, depth)
    .tokens.filter((token) => token.kind !== 'blank')
    .map((token) => [line.slice(token.start, token.end), token.kind]);
}

describe('tokenizeLine', () => {
  it('colours inputs, keywords, numbers and operators', () => {
    expect(kinds('input x : real = 1e-6 in 0 .. 4')).toEqual([
      ['input', 'input'],
      ['x', 'name'],
      [':', 'operator'],
      ['real', 'builtin'],
      ['=', 'operator'],
      ['1e-6', 'number'],
      ['in', 'keyword'],
      ['0', 'number'],
      ['.', 'operator'],
      ['.', 'operator'],
      ['4', 'number'],
    ]);
  });

  it('colours `data` where it starts an item, and nowhere else', () => {
    expect(kinds('data xs : array real')[0]).toEqual(['data', 'input']);
    for (const line of [
      'data xs',
      'data + 1',
      ' data xs : real',
      '-- data xs : real',
      'data :: rest',
      'data x :: rest',
    ])
      expect(kinds(line)).not.toContainEqual(['data', 'input']);
  });

  it('colours `import` where it starts an item, and nowhere else', () => {
    expect(kinds('import "a.pbk"')).toEqual([
      ['import', 'keyword'],
      ['"a.pbk"', 'string'],
    ]);
    for (const line of ['import 1', ' import "a"', '-- import "a"', 'let import = 1'])
      expect(kinds(line)).not.toContainEqual(['import', 'keyword']);
  });

  it('distinguishes backward from forward words', () => {
    expect(kinds('∇ f + grad g + fd h')).toContainEqual(['∇', 'backward']);
    expect(kinds('grad g')).toContainEqual(['grad', 'backward']);
    expect(kinds('fd h')).toContainEqual(['fd', 'forward']);
  });

  it('distinguishes λ, arrows and minus', () => {
    expect(kinds('λx -> -x')).toEqual([
      ['λ', 'keyword'],
      ['x', 'name'],
      ['->', 'keyword'],
      ['-', 'operator'],
      ['x', 'name'],
    ]);
  });

  it('carries nested comments from line to line', () => {
    const first = tokenizeLine('1 {- a {- b', 0);
    expect(first.depth).toBe(2);
    const second = tokenizeLine('c -} d', first.depth);
    expect(second.depth).toBe(1);
    expect(kinds('e -} f', second.depth)).toEqual([
      ['e -}', 'comment'],
      ['f', 'name'],
    ]);
  });

  it('ends a line comment at the end of the line', () => {
    expect(kinds('x -- y {- z')).toEqual([
      ['x', 'name'],
      ['-- y {- z', 'comment'],
    ]);
    expect(tokenizeLine('x -- y {- z', 0).depth).toBe(0);
  });

  it('covers every character of any line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(3), (line, depth) => {
        let at = 0;
        for (const token of tokenizeLine(line, depth).tokens) {
          if (token.start !== at || token.end <= at) return false;
          at = token.end;
        }
        return at === line.length;
      }),
      { ...runs(), seed: 1 },
    );
  });
});
