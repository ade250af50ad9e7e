import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Ran, Values } from '../src/api/declarations';
import { compile, run } from '../src/api/index';
import { EVALS } from './evals.mjs';
import { sparseJacobian } from './sparse.mjs';
import { smallWorkload } from './workloads.mjs';

/** The columns of the Jacobian: cameras, points and weights. */
const COLUMNS = ['cameras', 'points', 'weights'];

it('has the entries of the whole Jacobian that can differ from 0', async () => {
  const source = readFileSync(new URL('evals/ba.pbk', import.meta.url), 'utf8');
  const inputs = EVALS['ba']?.inputs({ ...(smallWorkload('ba').input as object), n: 2, m: 3, p: 4 }) as Values;
  const model = await compile<Values, Float64Array>(`${source}\njacobian\n`);
  const given = inputs as Parameters<typeof sparseJacobian>[1];
  const { rows, cols, vals } = sparseJacobian(model.value(inputs), given);

  const whole = run(source, { inputs, jacobian: true, engine: 'tape' }) as Ran<readonly Values[]>;
  const dense = (whole.derivative?.value ?? []).map((row) => COLUMNS.flatMap((name) => [...(row[name] as number[])]));
  expect(rows.length).toBe(dense.length + 1);
  for (const [i, row] of dense.entries()) {
    const found = row.map(() => 0);
    for (let at = rows[i] ?? 0; at < (rows[i + 1] ?? 0); at++) found[cols[at] ?? -1] = vals[at] ?? NaN;
    found.forEach((value, column) => {
      expect(value, `${i}, ${column}`).toBeCloseTo(row[column] ?? NaN, 8);
    });
  }
});
