import { describe, expect, test } from 'vitest';
import { differences, elementaryArguments } from '../../testing/elementary-arguments';
import { exp, log, log1p, tanh } from './fdlibm';

const given = elementaryArguments();

describe('to the last bit as this host’s Math, if that follows fdlibm as V8 does', () => {
  test.each([
    ['exp', exp, Math.exp, given],
    ['log', log, Math.log, given],
    ['tanh', tanh, Math.tanh, given],
    ['log1p from 0 to 1', log1p, Math.log1p, given.map(Math.abs).filter((x) => x <= 1)],
  ])('%s', (_, ours, theirs, reals) => {
    expect(differences(ours, theirs, reals)).toEqual([]);
  });
});

describe('on every host', () => {
  test.each([
    ['exp', -0, 1, exp],
    ['exp', 1, Math.E, exp],
    ['exp', -1, 0.36787944117144233, exp],
    ['exp', 0.5, 1.6487212707001282, exp],
    ['exp', 10, 22026.465794806718, exp],
    ['exp', 709.782712893384, 1.7976931348622732e308, exp],
    ['exp', 709.7827128933841, Infinity, exp],
    ['exp', -708.5, 2.006132305331306e-308, exp],
    ['exp', -745.1332191019411, 5e-324, exp],
    ['exp', -745.1332191019412, 0, exp],
    ['log', 2, Math.LN2, log],
    ['log', 10, Math.LN10, log],
    ['log', 0.1, -2.3025850929940455, log],
    ['log', 5e-324, -744.4400719213812, log],
    ['log', -0, -Infinity, log],
    ['log', -1, NaN, log],
    ['log', Infinity, Infinity, log],
    ['tanh', -0, -0, tanh],
    ['tanh', 0.5, 0.46211715726000974, tanh],
    ['tanh', -2, -0.9640275800758169, tanh],
    ['tanh', 10, 0.9999999958776927, tanh],
    ['tanh', Infinity, 1, tanh],
    ['log1p', 0.1, 0.09531017980432487, log1p],
    ['log1p', 1, Math.LN2, log1p],
  ])('%s %d is %d', (_, x, value, of) => {
    expect(of(x)).toBe(value);
  });
});
