/** "The Differentiable Curry", Figure 1: if Δ ⊢ e : τ then J[Δ ⊢ e : τ] : Δ ⇝ τ. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertNever } from '../../language/source/internal-error';
import { product, REAL } from '../../language/types/type';
import { combinatorProblems, problemsOf, sameSpace } from '../../testing/combinator/check';
import { checked } from '../../testing/checked';
import { called, compose, curried, id, op, prod, proj, realConstant } from '../../testing/combinator/build';
import { corePrograms } from '../../testing/core/programs';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { mainFrom } from '../../testing/translated-main';
import type { Main } from '../engine';
import { mainOf } from '../main';
import { differentiatesInside } from '../via-trace';
import { entriesOf, type Combinator } from './combinator';
import { combinatorsOf } from './engines';

/**
 * A term without its types: each combinator is a list that starts with its name; components count from 1, as in the
 * paper.
 */
type Shape = string | readonly Shape[];

function shape(term: Combinator): Shape {
  switch (term.tag) {
    case 'id':
    case 'eval':
    case 'fail':
      return term.tag;
    case 'proj':
      return `proj ${term.index + 1} of ${term.width}`;
    case 'const':
      return ['const', String(term.constant.tag === 'literal' ? term.constant.value : term.constant.name)];
    case 'prod':
      return ['prod', ...term.parts.map(shape)];
    case 'compose':
      return [shape(term.first), '∘', shape(term.second)];
    case 'curry':
      return ['curry', shape(term.body)];
    case 'operation':
      return term.operation;
    case 'intrinsic':
      return term.intrinsic;
    case 'if':
      return ['if', shape(term.condition), shape(term.consequent), shape(term.alternative)];
    case 'inject':
      return ['inject', term.constructorName];
    case 'case':
      return [
        'case',
        shape(term.scrutinee),
        ...term.arms.map(({ constructorName, body }) => [constructorName, shape(body)]),
        ...(term.otherwise === undefined ? [] : [['_', shape(term.otherwise)]]),
      ];
    case 'list':
      return [term.container === 'array' ? 'array' : 'list', ...term.items.map(shape)];
    case 'fold':
      return ['fold', shape(term.body), shape(term.sequence), shape(term.start)];
    case 'rec':
      return ['rec', ...term.functions.map(({ body }) => shape(body))];
    default:
      return assertNever(term);
  }
}

function translated(text: string): Shape {
  return shape(combinatorsOf(mainFrom(text)).main);
}

describe('Figure 1', () => {
  test('BDVar: a variable is a projection of the context', () => {
    expect(translated('input x : real = 1\nx')).toBe('proj 1 of 1');
    expect(translated('input x : real = 1\ninput y : real = 1\ny')).toBe('proj 2 of 2');
  });

  test('BDLam and BDApp: curry of the body in a longer context, and prod b1 b2 ∘ eval', () => {
    expect(translated('input x : real = 1\nlet twice (f : real -> real) y = f (f y)\ntwice (fun z -> x) x')).toEqual([
      ['prod', [['prod', ['const', 'twice'], ['curry', 'proj 1 of 2']], '∘', 'eval'], 'proj 1 of 1'],
      '∘',
      'eval',
    ]);
  });

  test('BDProd, and a literal is a constant', () => {
    expect(translated('input x : real = 1\n(x, 2, x)')).toEqual(['prod', 'proj 1 of 1', ['const', '2'], 'proj 1 of 1']);
  });

  test('a primitive is applied to its argument, or to the tuple of its arguments', () => {
    expect(translated('input x : real = 1\nsin x')).toEqual(['proj 1 of 1', '∘', 'sin']);
    expect(translated('input x : real = 1\nx * x')).toEqual([['prod', 'proj 1 of 1', 'proj 1 of 1'], '∘', 'multiply']);
  });

  test('a let is the call of a function, so lets nest as functions do', () => {
    const square = [['prod', 'proj 2 of 2', 'proj 2 of 2'], '∘', 'multiply'];
    const sum = [['prod', 'proj 1 of 1', 'proj 1 of 1'], '∘', 'add'];
    const expected = [['prod', ['curry', square], sum], '∘', 'eval'];
    expect(translated('input x : real = 1\nlet y = x + x in y * y')).toEqual(expected);
    expect(translated('input x : real = 1\n(fun y -> y * y) (x + x)')).toEqual(expected);
    expect(translated('input x : real = 1\nlet a = x in let b = a in (a, b)')).toEqual([
      [
        'prod',
        ['curry', [['prod', ['curry', ['prod', 'proj 2 of 3', 'proj 3 of 3']], 'proj 2 of 2'], '∘', 'eval']],
        'proj 1 of 1',
      ],
      '∘',
      'eval',
    ]);
  });

  test('ours: a pattern is one entry, and its variables are projections of it', () => {
    expect(translated('input p : real * (real * real) = (1, (2, 3))\nlet (a, (b, c)) = p in c')).toEqual([
      ['prod', ['curry', [['proj 2 of 2', '∘', 'proj 2 of 2'], '∘', 'proj 2 of 2']], 'proj 1 of 1'],
      '∘',
      'eval',
    ]);
  });

  test('ours: records are products in the order of the type, evaluated in that of the text', () => {
    expect(translated('input x : real = 1\n{a = x, b = 2}')).toEqual(['prod', 'proj 1 of 1', ['const', '2']]);
    expect(translated('input x : real = 1\n{b = 2, a = x}')).toEqual([
      ['prod', ['const', '2'], 'proj 1 of 1'],
      '∘',
      ['prod', 'proj 2 of 2', 'proj 1 of 2'],
    ]);
    expect(translated('input r : {a : real, b : real} = {a = 1, b = 2}\nr.b')).toEqual([
      'proj 1 of 1',
      '∘',
      'proj 2 of 2',
    ]);
  });

  test('ours: if, variants, lists, folds, arrays', () => {
    expect(translated('input x : real = 1\nif x < 2 then x else 3')).toEqual([
      'if',
      [['prod', 'proj 1 of 1', ['const', '2']], '∘', 'less'],
      'proj 1 of 1',
      ['const', '3'],
    ]);
    expect(translated('input m : real + unit = inl 1\nmatch m with inl x -> x | inr _ -> 0')).toEqual([
      'case',
      'proj 1 of 1',
      ['inl', 'proj 2 of 2'],
      ['inr', ['const', '0']],
    ]);
    expect(translated('input x : real = 1\nfold (_, s) -> s over [x] from x')).toEqual([
      'fold',
      'proj 3 of 3',
      ['array', 'proj 1 of 1'],
      'proj 1 of 1',
    ]);
    expect(translated('input xs : array real = [1]\nxs[0]')).toEqual([
      ['prod', 'proj 1 of 1', ['const', '0']],
      '∘',
      'index',
    ]);
    expect(translated('input x : real = 1\nbuild 2 (fun i -> x)')).toEqual([
      ['prod', ['const', '2'], ['curry', 'proj 1 of 2']],
      '∘',
      'build',
    ]);
  });

  test('ours: functions that call each other are one entry; one that calls itself is that entry', () => {
    expect(translated('input x : real = 1\nlet rec f n = if n = 0 then x else f (n - 1)\nf 2')).toMatchObject([
      [
        'prod',
        ['curry', [['prod', 'proj 2 of 2', ['const', '2']], '∘', 'eval']],
        ['rec', ['if', [['prod', 'proj 3 of 3', ['const', '0']], '∘', 'equal'], 'proj 1 of 3', expect.anything()]],
      ],
      '∘',
      'eval',
    ]);
    const text = `input x : real = 1
let rec even n = (if n = 0 then x else odd (n - 1)) and odd n = if n = 0 then 0 else even (n - 1)
even 2`;
    expect(translated(text)).toMatchObject([
      [
        'prod',
        ['curry', [['prod', ['proj 2 of 2', '∘', 'proj 1 of 2'], ['const', '2']], '∘', 'eval']],
        ['rec', expect.anything(), expect.anything()],
      ],
      '∘',
      'eval',
    ]);
  });

  test('a closed definition is translated once, in the empty context, and is a constant where it is used', () => {
    const { definitions, main } = combinatorsOf(mainFrom('input x : real = 1\nlet f y = y * y\nf x + f 2'));
    expect(definitions.map(({ names, term }) => [names, shape(term)])).toEqual([
      [[{ name: 'f', path: [] }], ['curry', [['prod', 'proj 1 of 1', 'proj 1 of 1'], '∘', 'multiply']]],
    ]);
    expect(JSON.stringify(shape(main)).match(/const","f"/gu)).toHaveLength(2);
  });
});

describe('the translation of a generated program is well-typed', () => {
  const variety = new Set<Combinator['tag']>();

  function expectWellTyped(main: Main, text: () => string): void {
    const translation = combinatorsOf(main);
    expect(problemsOf(translation, main.variants), text()).toEqual([]);
    const { source, target } = translation.main;
    expect(sameSpace(source, product(main.parameters.map(({ type }) => type)))).toBe(true);
    expect(source.tag === 'context' && entriesOf(source).map(({ name }) => name)).toEqual(
      main.parameters.map(({ label }) => label),
    );
    expect(sameSpace(target, main.target)).toBe(true);
    for (const root of [translation.main, ...translation.definitions.map(({ term }) => term)]) {
      for (const tag of JSON.stringify(shape(root)).matchAll(/"(?:prod|curry|fold|rec|case|if|list|array)"/gu)) {
        variety.add(JSON.parse(tag[0]) as Combinator['tag']);
      }
    }
  }

  test.each(['numbers', 'whole'] as const)('%s', (language) => {
    fc.assert(
      fc.property(programs({ language, derivatives: 0 }), ({ text }) => {
        const main = mainOf(checked(text))?.main;
        if (main === undefined || differentiatesInside(main)) return;
        expectWellTyped(main, () => text);
      }),
      runs(),
    );
  });

  test('the core', () => {
    fc.assert(
      fc.property(corePrograms(), (program) => {
        const main = mainOf(program)?.main;
        if (main === undefined || differentiatesInside(main)) return;
        expectWellTyped(main, () => '');
      }),
      runs(),
    );
    expect([...variety].sort()).toEqual(['array', 'case', 'curry', 'fold', 'if', 'list', 'prod', 'rec']);
  });
});

describe('the rules reject', () => {
  const none = { variants: [], constants: new Map() };
  const pair = product([REAL, REAL]);
  const product2 = op('multiply', proj(pair, 0), proj(pair, 1));

  test('nothing where the types fit', () => {
    expect(combinatorProblems(product2, none)).toEqual([]);
    expect(combinatorProblems(called(curried(proj(product([REAL, REAL, REAL]), 2)), product2), none)).toEqual([]);
    expect(combinatorProblems(compose(id(pair), product2), none)).toEqual([]);
  });

  test.each<[string, Combinator]>([
    ['a component that is not there', { ...proj(pair, 1), index: 2 } as Combinator],
    ['a tuple of another width', { ...proj(pair, 1), width: 3 } as Combinator],
    ['parts from another context', prod(proj(pair, 0), proj(product([REAL]), 0))],
    ['a composition of what does not fit', compose(proj(pair, 0), proj(pair, 0))],
    ['a function from another context', { ...curried(proj(product([REAL, REAL]), 0)), source: pair }],
    ['an identity that changes the type', { ...id(pair), target: REAL }],
    ['a call with another argument', called(curried(proj(product([REAL, REAL, REAL]), 2)), id(pair))],
    ['an operation on too few', op('multiply', realConstant(pair, 1))],
  ])('%s', (_, term) => {
    expect(combinatorProblems(term, none)).not.toEqual([]);
  });
});
