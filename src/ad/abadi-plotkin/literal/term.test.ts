import { describe, expect, test } from 'vitest';
import { freshNames } from '../../../language/core/fresh-names';
import { printTerm } from '../../../language/core/print';
import { NOWHERE } from '../../../language/source/span';
import { BOOL, functionType, INT, product, REAL, STRING, UNIT } from '../../../language/types/type';
import { realsOfTrace, definedValue } from '../../../testing/abadi-plotkin/cases';
import { pairType } from '../../../testing/abadi-plotkin/language';
import { showTrace } from '../../../testing/abadi-plotkin/reverse';
import { expandReverse } from './expand';
import {
  traceConstant,
  dimension,
  letIn,
  namesOf,
  TRACE_REAL,
  TRACE_UNIT,
  traceDepth,
  type TraceReverse,
  type TraceTerm,
  traceVariable,
} from './term';
import { traceToCore } from './to-core';
import { argumentType, traceTypeOf, typeOfTrace } from './types';

const origin = NOWHERE;
const PAIR = pairType(TRACE_REAL, TRACE_REAL);
const x = traceVariable('x', TRACE_REAL, origin);
const p = traceVariable('p', PAIR, origin);
const w = traceVariable('w', TRACE_REAL, origin);
const star: TraceTerm = { tag: 'unit', origin };
const power: TraceReverse = {
  tag: 'reverse',
  operation: 'powerInt',
  leaves: [undefined, 3],
  cotangent: w,
  argument: x,
  origin,
};
const toReal: TraceReverse = { ...power, operation: 'toReal', leaves: [3], argument: star };
const times: TraceReverse = { ...power, operation: 'multiply', leaves: [undefined, undefined], argument: p };

describe('types of traces', () => {
  test('know their number of reals', () => {
    expect(
      [TRACE_REAL, TRACE_UNIT, pairType(PAIR, TRACE_REAL), pairType(TRACE_UNIT, TRACE_REAL)].map(dimension),
    ).toEqual([1, 0, 3, 1]);
  });

  test('represent those of the language: a leaf is unit, and a sequence depends on its value', () => {
    const list = { tag: 'sequence', container: 'list', item: REAL } as const;
    const record = {
      tag: 'record',
      fields: [
        { name: 'x', type: REAL },
        { name: 'y', type: product([INT, REAL]) },
      ],
    } as const;
    expect(traceTypeOf(record)).toEqual(pairType(TRACE_REAL, pairType(TRACE_UNIT, TRACE_REAL)));
    for (const type of [INT, BOOL, STRING, UNIT, functionType(REAL, REAL)])
      expect(traceTypeOf(type)).toEqual(TRACE_UNIT);
    for (const type of [list, product([REAL, list]), { tag: 'record', fields: [{ name: 'x', type: list }] } as const]) {
      expect(traceTypeOf(type)).toBeUndefined();
    }
  });

  test('op_r is of the type of op’s real arguments', () => {
    expect([power, toReal, times].map(typeOfTrace)).toEqual([TRACE_REAL, TRACE_UNIT, PAIR]);
    expect(argumentType('powerInt')).toEqual(TRACE_REAL);
  });
});

describe('terms', () => {
  test('have a depth that does not count the bodies of lets', () => {
    const body: TraceTerm = { tag: 'pair', first: x, second: { tag: 'fst', pair: p, origin }, origin };
    expect(traceDepth(x)).toBe(1);
    expect(traceDepth(body)).toBe(3);
    expect(traceDepth(letIn('x', TRACE_REAL, x, letIn('p', PAIR, p, body)))).toBe(3);
    expect(traceDepth(letIn('x', TRACE_REAL, body, x))).toBe(4);
    expect(traceDepth(letIn('x', PAIR, letIn('y', PAIR, body, p), x))).toBe(5);
  });

  test('list all names that are bound or free in them', () => {
    expect([...namesOf(letIn('y', TRACE_REAL, x, { tag: 'fst', pair: p, origin }), w)].sort()).toEqual([
      'p',
      'w',
      'x',
      'y',
    ]);
    expect([...namesOf(traceConstant(1, origin), star)]).toEqual([]);
  });
});

describe('W.op_r(D), where not all arguments are reals', () => {
  test('is W times the partial derivatives with respect to the real arguments', () => {
    const fresh = freshNames(['x', 'w', 'p']);
    const expanded = expandReverse(power, fresh);
    expect(showTrace(expanded)).toBe('let v1:real = x in multiply(<w, multiply(<3, powerInt(v1)>)>)');
    expect(expanded).toMatchObject({
      body: {
        leaves: [undefined, undefined],
        argument: { second: { argument: { first: { value: 3 }, second: { leaves: [undefined, 2] } } } },
      },
    });
    expect(expandReverse(toReal, fresh)).toEqual(letIn('s_1', TRACE_UNIT, star, { tag: 'unit', origin }));
  });

  test('with a literal pair has its parts as arguments in the core', () => {
    const pair: TraceTerm = { tag: 'pair', first: x, second: w, origin };
    const written = (argument: TraceTerm): string =>
      printTerm(
        traceToCore(
          { tag: 'operation', operation: 'multiply', leaves: [], argument, origin },
          freshNames(['x', 'w', 'p']),
        ),
      );
    expect([written(pair), written(p)]).toEqual(['x * w', 'let s = p in s.1 * s.2']);
  });

  test('evaluates correctly, also op(D) with a pair that is not literal', () => {
    const closed = (term: TraceTerm): readonly number[] =>
      definedValue(
        realsOfTrace(
          [
            letIn('x', TRACE_REAL, traceConstant(2, origin), star),
            letIn('w', TRACE_REAL, traceConstant(5, origin), star),
            letIn(
              'p',
              PAIR,
              { tag: 'pair', first: traceConstant(3, origin), second: traceConstant(4, origin), origin },
              star,
            ),
          ].reduce<TraceTerm>((body, binding) => (binding.tag === 'let' ? { ...binding, body } : body), term),
        ),
      );
    expect(closed(power)).toEqual([60]);
    expect(closed(toReal)).toEqual([]);
    expect(closed(times)).toEqual([20, 15]);
    const { operation, leaves, argument } = { ...times, operation: 'subtract' as const };
    expect(closed({ tag: 'operation', operation, leaves, argument, origin })).toEqual([-1]);
    expect(closed({ tag: 'operation', operation: 'toReal', leaves: [7], argument: star, origin })).toEqual([7]);
  });
});
