import { expect, test } from 'vitest';
import { isPicture } from '../../ad/main';
import { internalError } from '../../language/source/internal-error';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { createLoader } from '../loader';
import { type Apart, apartOf } from './apart';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function of(text: string): Apart {
  const loaded = drain(createLoader()({ cells: [text], cell: 0 }));
  if (loaded.tag === 'wrong') return internalError(JSON.stringify(loaded.diagnostics));
  const { core } = loaded.program;
  const picture = core.items.find((item) => item.tag === 'output' && isPicture(item));
  return (picture && apartOf(core, picture)) ?? internalError('nothing apart');
}

const TRAINED = `input rate : real = 0.5
let rec train (n : int) w = if n < 1 then w else train (n - 1) (w - rate * w)
let trained = train 3 8
let twice x = 2 * trained * x
picture [Draw.curve twice]`;

test('what a picture is drawn from is computed once for the same inputs', () => {
  const { values, rest } = of(TRAINED);
  const first = drain(values(new Map([['rate', 0.5]]), BUDGET));
  expect(first).toEqual(new Map([[expect.stringContaining('trained'), 1]]));
  expect(drain(values(new Map([['rate', 0.5]]), BUDGET))).toBe(first);
  expect(drain(values(new Map([['rate', 0]]), BUDGET))).toEqual(new Map([[expect.anything(), 8]]));
  expect(rest.items.filter(({ tag }) => tag === 'input')).toHaveLength(2);
});

test('what is large is not handed over', () => {
  const { values } = of('let all = build 200000 (fun i -> uniform 1 i)\npicture [Draw.line all]');
  expect(drain(values(new Map(), BUDGET))).toBe('large');
});

test('what is drawn from has no values where it is undefined, and where time runs out', () => {
  expect(
    drain(of('let a = 1 / (1 - sin (pi / 2))\npicture [Draw.horizontal a]').values(new Map(), BUDGET)),
  ).toBeUndefined();
  const endless = of(
    'let rec f (n : int) (x : real) = if x < 0 then x else f (n + 1) (x + 1)\nlet a = f 0 1\npicture [Draw.horizontal a]',
  );
  expect(drain(endless.values(new Map(), { ...BUDGET, seconds: 0.05 }))).toBe('time');
});
