import { functions } from 'virtual:glue';
import { describe, expect, test } from 'vitest';
import { evaluator, problemBefore } from '../../language/operations/apply';
import { OPERATION_NAMES } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { NASTY } from '../../testing/nasty';
import { isElementary } from '../emit/elementary';
import { domainProblem } from './site-table';
import { base64 } from './base64';
import { functionText } from './text';

const SAMPLES = [...NASTY, 0.3, 0.9, 1.1, 2, 3, -2.5, 6.5, 20, 123456789, -987654321];

/** The operations that compiled code imports. */
const IMPORTED = OPERATION_NAMES.filter(
  (name) => / call( |$)/u.test(WASM[name].code) && !name.endsWith('String') && !isElementary(name),
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
