import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { surfaceProgram } from '../../testing/surface/arbitrary';
import { alphaEquivalentPrograms } from '../core/alpha-equivalent';
import { lambda } from '../core/builders';
import { checkProgram } from '../core/check';
import { tuplePattern, variablePattern } from '../core/patterns';
import type { CoreProgram } from '../core/tree';
import { NOWHERE } from '../source/span';
import { coreTerms, FREE_VARIABLES } from '../../testing/core/arbitrary';
import { printCore } from '../core/print';
import type { Diagnostic } from '../source/diagnostic';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';

const WORDS =
  'let rec and in fun if then else true false x y f g sin max fst grad rd watch 1 2.5 ( ) ( ) , -> = + - * / ^ < && |> : real int .1 input "s" \n'.split(
    ' ',
  );

/** Expressions that are ill-typed in every context. */
const ILL_TYPED = [
  'sin true',
  '(1 + true)',
  '(if 1 then 2 else 3)',
  '(if true then 1 else ())',
  '(fun x -> x x)',
  'fst (1, 2, 3)',
  '(1, 2).3',
  'nowhere',
  '(true : real)',
  '(1 2)',
  'grad (fun f -> f) sin',
  '((1, 2) = (1, 2))',
  'cos (sin)',
] as const;

const SURROUNDINGS = [
  (e: string) => e,
  (e: string) => `let y = ${e}`,
  (e: string) => `let f x = (x, ${e})`,
  (e: string) => `let f x = let g y = ${e} in g x\n\nf 1`,
  (e: string) => `let rec f x = if x < 0 then (${e}) else f (x - 1)`,
  (e: string) => `deriv (fun x -> (fun y -> x) (${e})) 1`,
  (e: string) => `(fun z -> z) (${e}) |> fun w -> w`,
] as const;

function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

describe('the checker', () => {
  it('accepts generated programs, and their core checks', () => {
    fc.assert(
      fc.property(programs(), ({ text }) => {
        const { program, diagnostics } = elaborate([parse(text, 0).program]);
        expect(errorsOf(diagnostics)).toEqual([]);
        expect(program === undefined ? ['no program'] : checkProgram(program)).toEqual([]);
      }),
      runs(),
    );
  });

  it('elaborates a printed core to the same core', () => {
    fc.assert(
      fc.property(programs(), ({ text }) => {
        const { program } = elaborate([parse(text, 0).program]);
        if (program === undefined) return;
        const printed = parse(printCore(program), 0);
        expect(printed.diagnostics).toEqual([]);
        const again = elaborate([printed.program]);
        expect(errorsOf(again.diagnostics)).toEqual([]);
        expect(again.program !== undefined && alphaEquivalentPrograms(again.program, program)).toBe(true);
      }),
      runs(),
    );
  });

  it('accepts every printed core, including translations, and the result prints and parses to the same core', () => {
    const pattern = tuplePattern([...FREE_VARIABLES].map(([name, type]) => variablePattern(name, type)));
    fc.assert(
      fc.property(coreTerms(), (term) => {
        const output = { tag: 'output', term: lambda(pattern, term), origin: NOWHERE } as const;
        const read = (core: CoreProgram): CoreProgram => {
          const { program, diagnostics } = elaborate([parse(printCore(core), 0).program]);
          expect(errorsOf(diagnostics)).toEqual([]);
          if (program === undefined) throw new Error(printCore(core));
          return program;
        };
        const first = read({ variants: [], items: [output] });
        expect(checkProgram(first)).toEqual([]);
        expect(alphaEquivalentPrograms(read(first), first)).toBe(true);
      }),
      runs(),
    );
  });

  it('keeps the type of a printed exponent', () => {
    const text = 'let f (x : real) = 2.0 ^ x\n\nf 0.5\n';
    const { program } = elaborate([parse(text, 0).program]);
    if (program === undefined) throw new Error('the program has a type');
    const again = elaborate([parse(printCore(program), 0).program]);
    expect(again.program !== undefined && alphaEquivalentPrograms(again.program, program)).toBe(true);
  });

  it('keeps the type of what a number multiplies in a function without calls', () => {
    for (const product of ['0.1 * a', '-0.1 * a', 'a * 0.1', '0.1 * a + 2.0']) {
      const { program } = elaborate([parse(`let f (a : real) = ${product}\n\n1.0\n`, 0).program]);
      if (program === undefined) throw new Error('the program has a type');
      const again = elaborate([parse(printCore(program), 0).program]);
      expect(again.program !== undefined && alphaEquivalentPrograms(again.program, program)).toBe(true);
    }
  });

  it('types a projection of an alias of a parameter in a printed core', () => {
    const text = 'let f (p : real * real) = (let q = p in q.2)\n\nf (1.0, 2.0)\n';
    const { program } = elaborate([parse(text, 0).program]);
    if (program === undefined) throw new Error('the program has a type');
    expect(errorsOf(elaborate([parse(printCore(program), 0).program]).diagnostics)).toEqual([]);
  });

  it('keeps a printed negated number', () => {
    for (const text of ['div (-(-(-0))) 1', 'toReal (-(-(let f x = x in 0)))', '-(-(let f x = x in 1.0))']) {
      const { program } = elaborate([parse(text, 0).program]);
      if (program === undefined) throw new Error('the program has a type');
      const again = elaborate([parse(printCore(program), 0).program]);
      expect(again.program !== undefined && alphaEquivalentPrograms(again.program, program)).toBe(true);
    }
  });

  it('never throws on any tree, and returns a program or an error', () => {
    fc.assert(
      fc.property(surfaceProgram, (tree) => {
        const { program, diagnostics } = elaborate([tree]);
        expect(program === undefined).toBe(errorsOf(diagnostics).length > 0);
        if (program !== undefined) expect(checkProgram(program)).toEqual([]);
      }),
      runs(),
    );
  });

  it('never throws on junk', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }), (words) => {
        const { program } = elaborate([parse(words.join(' ').replaceAll('\n ', '\n'), 0).program]);
        if (program !== undefined) expect(checkProgram(program)).toEqual([]);
      }),
      runs(5),
    );
  });

  it.each(['fun 2.5 -> 1', '(fun (Just x) -> x) 3', 'let (1, x) = (1, 2)\nx', 'fold (1, a) -> a over [1] from 2'])(
    'makes no program with a refutable pattern that binds a name: %s',
    (text) => {
      expect(elaborate([parse(text, 0).program]).program).toBeUndefined();
    },
  );

  it('makes no program from items that did not parse', () => {
    const { program, diagnostics } = elaborate([parse('and\ny', 0).program]);
    expect({ program, diagnostics }).toEqual({ program: undefined, diagnostics: [] });
  });

  it('always finds an error in an ill-typed program', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ILL_TYPED),
        fc.array(fc.constantFrom(...SURROUNDINGS), { size: 'small' }),
        (e, [outer]) => {
          const text = (outer ?? SURROUNDINGS[0])(e);
          const parsed = parse(text, 0);
          expect(parsed.diagnostics).toEqual([]);
          const { program, diagnostics } = elaborate([parsed.program]);
          expect(program).toBeUndefined();
          const place = text.indexOf(e);
          expect(diagnostics.some(({ span }) => span.start < place + e.length && place < span.end)).toBe(true);
        },
      ),
      runs(),
    );
  });
});
