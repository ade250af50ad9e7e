import { functions } from 'virtual:glue';
import { describe, expect, test } from 'vitest';
import { evaluator, problemBefore } from '../../language/operations/apply';
import { OPERATION_NAMES } from '../../language/operations/names';
import { shownNumber } from '../../language/operations/show';
import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { NASTY } from '../../testing/nasty';
import { isElementary } from '../emit/elementary';
import { SHOWN_UNIT } from '../emit/host';
import { domainProblem } from './site-table';
import { base64 } from './base64';
import { functionText } from './text';

const SAMPLES = [...NASTY, 0.3, 0.9, 1.1, 2, 3, -2.5, 6.5, 20, 123456789, -987654321];

/** The operations that compiled code imports. */
const IMPORTED = OPERATION_NAMES.filter(
  (name) =>
    / call( |$)/u.test(WASM[name].code) &&
    !operationRow(name).parameters.includes('string') &&
    operationRow(name).result !== 'string' &&
    !isElementary(name),
);

describe('the function of an operation in a module', () => {
  test.each(IMPORTED)('%s is that of the table, to the last bit', async (name) => {
    const text = `export default ${functionText(name, functions)};`;
    const { default: ours } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
      default: (...values: readonly number[]) => number;
    };
    const row = operationRow(name);
    for (const x of SAMPLES) {
      for (const y of row.parameters.length === 2 ? SAMPLES : [0]) {
        const values = [x, y].slice(0, row.parameters.length);
        const theirs = evaluator(row)(...values);
        expect(Object.is(ours(...values), theirs), `${name} ${values.join(' ')}`).toBe(true);
      }
    }
  });

  test('contains the code of this function alone', () => {
    expect(functionText('sin', functions)).toBe('Math.sin');
    expect(functionText('atan2', functions).length).toBeLessThan(100);
    expect(functionText('erf', functions)).not.toContain('pow');
  });
});

test('each partial operation has one sentence for arguments outside its domain', () => {
  for (const name of OPERATION_NAMES) {
    const row = operationRow(name);
    const found = domainProblem(row);
    expect(found !== undefined, name).toBe(row.domain !== undefined);
    for (const x of SAMPLES) {
      for (const y of SAMPLES) {
        const problem = problemBefore(row, [x, y].slice(0, row.parameters.length));
        if (problem !== undefined) expect(problem).toEqual(found);
      }
    }
  }
});

test('bytes are written in base64', () => {
  for (const bytes of [[], [0], [1, 2], [255, 254, 253], [1, 2, 3, 4, 200]]) {
    expect(base64(Uint8Array.from(bytes))).toBe(Buffer.from(bytes).toString('base64'));
  }
});

test('the units of a number in a module are those of its text', async () => {
  const text = `export default ${functionText(SHOWN_UNIT, functions)};`;
  const { default: unit } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    default: (x: number, index: number) => number;
  };
  for (const x of [...SAMPLES, 0, -0, 1e21, 5e-324, 0.1 + 0.2]) {
    const units = Array.from({ length: unit(x, -1) }, (_, i) => unit(x, i));
    expect(String.fromCharCode(...units)).toBe(shownNumber(x));
  }
});
