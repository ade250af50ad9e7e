import { expect, test } from 'vitest';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { withoutDead } from '../optimise/dead';
import { Unsupported } from '../unsupported';
import { visit } from './blocks';
import { Numbers } from './builder';
import { copyBlock, substituted } from './copy';
import type { Block, Statement } from './tree';

const TEXT = `input x : real = 1
let rec go (n, v) = if n < 1 then v else go (n - 1, v * sin v)
sum (map (fun y -> if y < 1 then go (3, y) else y * x) [x, 2 * x, 0.5])
`;

function bodies(): readonly Block[] {
  const made = compileProgram(focusOf(checked(TEXT)).main);
  if (made instanceof Unsupported) throw new Error(made.message);
  return [...made.ir.functions.values()].map(({ body }) => body);
}

test('a pass returns a block that it does not change', () => {
  for (const body of bodies()) {
    expect(substituted(body, new Map())).toBe(body);
    const live = withoutDead(body);
    expect(withoutDead(live)).toBe(live);
  }
});

test('a copy shares no statement with what it is a copy of', () => {
  for (const body of bodies()) {
    const own = new Set<Statement>();
    visit(body, (statement) => own.add(statement));
    visit(copyBlock(body, new Numbers(), new Map()), (statement) => {
      expect(own.has(statement)).toBe(false);
    });
  }
});
