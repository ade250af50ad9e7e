import { describe, expect, it } from 'vitest';
import * as core from '../../language/core/builders';
import { checkProgram } from '../../language/core/check';
import { variablePattern } from '../../language/core/patterns';
import { NOWHERE, span } from '../../language/source/span';
import { REAL } from '../../language/types/type';
import type { Term } from '../../language/core/tree';
import type { Main } from '../engine';
import { wrap } from './wrapper';

const X = core.variable('x', REAL);

function mainOfX(body: Term): Main {
  return {
    variants: [],
    definitions: [],
    parameters: [{ label: 'x', name: 'x', type: REAL, origin: NOWHERE }],
    body,
    source: REAL,
    target: body.type,
  };
}

describe('D{-}', () => {
  it('translates an A-normal trace of 20,000 lets', () => {
    const count = 20_000;
    const entry = (i: number): Term => (i === 0 ? X : core.variable(`y${i}`, REAL));
    let body: Term = entry(count);
    for (let i = count; i > 0; i--) {
      const value =
        i % 3 === 0
          ? core.operation('sin', [entry(i - 1)])
          : core.operation('multiply', [entry(i - 1), core.real(0.5)]);
      body = core.let_(variablePattern(`y${i}`, REAL), value, body);
    }
    expect(checkProgram(wrap(mainOfX(body)).program)).toEqual([]);
  });

  it('keeps the place of every operation', () => {
    const product = core.operation('multiply', [X, X], 'primal', span(0, 4, 9));
    const main = JSON.stringify(wrap(mainOfX(core.operation('exp', [product], 'primal', span(0, 0, 9)))).program);
    expect(main).toContain('"intrinsic":"Delta.deltaLet"');
    expect(main).toContain('"origin":{"cell":0,"start":4,"end":9}');
    expect(main).toContain('"origin":{"cell":0,"start":0,"end":9}');
  });
});
