/** A check that reuses what it knows of the last program finds the same as a check from nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printCore } from '../language/core/print';
import { drain } from '../semantics/task';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { createChecking, createFrontEnd, type FrontEnd } from './front-end';

/** Cells that define, hide, use and misuse each other's names. */
const CELLS = [
  '',
  'let x = 1',
  'let x = 2.5\nx',
  'let x = "text"',
  'let f y = x + y',
  'let f y = y',
  'let rec f n = if n < 1 then 0 else f (n - 1)',
  'let f',
  'f 2',
  '(f 2, f true)',
  'let (a, b) = (x, f x)',
  'let g = f\na + b',
  'input x : real = 1 in 0 .. 2',
  'input x : int = 1',
  'x |> f',
  'type T = A | B real',
  'type T a = C a | D',
  'type T = real * real',
  'type U = { p : T }',
  'let v = B 1\nmatch v with A -> 0 | B r -> r',
  'match v with A -> 0',
  'match C x with C y -> y',
  'let w : T = (1, 2)\nw.1',
  'let r = { p = 1, q = x }\nr.p',
  'let h s = s.p + s.q',
  'type',
  'type T =',
  'fx 1',
  'Bb 2',
  'let e : Tt = 1',
  'let u = 2.0 ^ x',
  'let k n = 2.0 ^ n',
  'k 2 + k x',
  'sum [x, 1]',
  'let sum xs = 0',
  'grad (fun y -> f y) 2',
] as const;

type Edit =
  | { readonly tag: 'replace' | 'insert'; readonly at: number; readonly text: string }
  | { readonly tag: 'remove'; readonly at: number }
  /** Starts to check the program with a change, and is dropped after some slices. */
  | { readonly tag: 'drop'; readonly at: number; readonly text: string; readonly slices: number }
  | { readonly tag: 'probe'; readonly at: number; readonly text: string };

const place = fc.nat({ max: 9 });

function edits(texts: fc.Arbitrary<string>): fc.Arbitrary<readonly Edit[]> {
  return fc.array(
    fc.oneof(
      fc.record({ tag: fc.constant('replace'), at: place, text: texts }),
      fc.record({ tag: fc.constant('insert'), at: place, text: texts }),
      fc.record({ tag: fc.constant('remove'), at: place }),
      fc.record({ tag: fc.constant('drop'), at: place, text: texts, slices: fc.nat({ max: 20 }) }),
      fc.record({ tag: fc.constant('probe'), at: place, text: texts }),
    ),
    { minLength: 1, maxLength: 8 },
  );
}

function found({ diagnostics, mentions, runnable, uses, inputs, core, dependencies, coreOf }: FrontEnd) {
  const shown = (program: FrontEnd['core']['program']): string | undefined => program && printCore(program);
  return {
    diagnostics,
    mentions: mentions.map(({ signature, general, ...mention }) => ({ ...mention, signature, general })),
    runnable,
    uses,
    inputs,
    core: shown(core.program),
    cells: uses.map((_, cell) => {
      const { program, diagnostics: own } = coreOf(dependencies(cell));
      return { program: shown(program), diagnostics: own };
    }),
  };
}

function expectSame(start: readonly string[], sequence: readonly Edit[]): void {
  const checking = createChecking();
  drain(checking.check(start));
  let cells = start;
  for (const edit of sequence) {
    const at = edit.at % (cells.length + 1);
    switch (edit.tag) {
      case 'replace':
        cells = cells.map((text, cell) => (cell === at ? edit.text : text));
        break;
      case 'insert':
        cells = cells.toSpliced(at, 0, edit.text);
        break;
      case 'remove':
        cells = cells.toSpliced(at, 1);
        break;
      case 'drop': {
        const task = checking.check(cells.toSpliced(at, 1, edit.text));
        for (let slice = 0; slice < edit.slices && task.next().done !== true;) slice += 1;
        break;
      }
      case 'probe':
        drain(checking.probe(cells.toSpliced(at, 1, edit.text), { cell: at, start: 0, end: 1 }));
        break;
    }
    expect(found(drain(checking.check(cells))), cells.join('\n---\n')).toEqual(found(createFrontEnd()(cells)));
  }
}

test('after any edits of cells that use each other', () => {
  const texts = fc.constantFrom(...CELLS);
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 8 }), edits(texts), (start, sequence) => {
      expectSame(start, sequence);
    }),
    runs(0.4),
  );
});

test('after any edits of a generated program', () => {
  fc.assert(
    fc.property(programs({ language: 'whole' }), edits(fc.constantFrom(...CELLS)), ({ text }, sequence) => {
      expectSame(text.split(/\n(?=\S)/u), sequence);
    }),
    runs(0.06),
  );
});

test('an edit checks the cells again that use what it changes, and no others', () => {
  const cells = ['let a = 1.5', 'let b = 2.5', 'a + 1', 'b + 1', 'let c = a * b', 'c', 'unknown', 'b'];
  const checking = createChecking();
  const mentions = ({ mentionsOf }: FrontEnd) => cells.map((_, cell) => mentionsOf(cell));
  const before = mentions(drain(checking.check(cells)));
  const after = mentions(drain(checking.check(cells.with(0, 'let a = 2.5'))));
  // A misspelt name may be that of any earlier definition.
  expect(after.map((each, cell) => each !== before[cell])).toEqual([true, false, true, false, true, true, true, false]);
});
