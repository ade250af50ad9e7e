import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs';
import { createDigest, dependenciesOf, neededFor, setValues } from './dependencies';

/** For each cell, the earlier cells that it uses. */
const uses = fc
  .array(fc.array(fc.nat({ max: 30 }), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
  .map((cells) => cells.map((own, cell) => [...new Set(own.filter((other) => other < cell))]));

function answered(cells: readonly (readonly number[])[], declaring: readonly number[] = []) {
  const inputs = declaring.map((cell) => ({
    name: `x${cell}`,
    type: 'real',
    range: undefined,
    span: { cell, start: 0, end: 1 },
  }));
  const reply = {
    revision: 1,
    diagnostics: [],
    inputs,
    cells: cells.map((own) => ({ runnable: true, diagnostics: [], errors: 0, warnings: 0, uses: own, outputs: 1 })),
  };
  return dependenciesOf(
    reply,
    cells.map((_, cell) => cell + 100),
  );
}

describe('what a cell depends on', () => {
  test('is the cell, and what it uses directly or through others, with the inputs declared there', () => {
    const dependencies = answered([[], [0], [], [1, 2], [2]], [2, 0]);
    const found = neededFor(dependencies, 103);
    expect([...found.cells].sort()).toEqual([100, 101, 102, 103]);
    expect(found.inputs.map(({ name }) => name)).toEqual(['x0', 'x2']);
    expect(neededFor(dependencies, 103)).toBe(found);
  });

  test('has another digest exactly if a version in it changes', () => {
    fc.assert(
      fc.property(uses, fc.nat(), (cells, at) => {
        const dependencies = answered(cells);
        const edited = 100 + (at % cells.length);
        const before = createDigest(dependencies, (id) => [id, 0]);
        const after = createDigest(dependencies, (id) => [id, id === edited ? 1 : 0]);
        for (const id of cells.keys())
          expect(after(100 + id) !== before(100 + id)).toBe(neededFor(dependencies, 100 + id).cells.has(edited));
      }),
      runs(),
    );
  });

  test('has another digest exactly if an input in it is set', () => {
    fc.assert(
      fc.property(uses, fc.nat(), (cells, at) => {
        const dependencies = answered(cells, [...cells.keys()]);
        const set = at % cells.length;
        const before = createDigest(dependencies, setValues(dependencies, {}));
        const after = createDigest(dependencies, setValues(dependencies, { [`x${set}`]: 1 }));
        for (const id of cells.keys())
          expect(after(100 + id) !== before(100 + id)).toBe(neededFor(dependencies, 100 + id).cells.has(100 + set));
      }),
      runs(),
    );
  });

  test('may be a chain of 100,000 cells', () => {
    const dependencies = answered(Array.from({ length: 100_000 }, (_, cell) => (cell === 0 ? [] : [cell - 1])));
    expect(createDigest(dependencies, () => [1])(100_099)).not.toBe('');
    expect(neededFor(dependencies, 100_099).cells.size).toBe(100_000);
  });
});
