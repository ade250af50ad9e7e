import { describe, expect, test } from 'vitest';
import type { GrowthReply, GrowthRequest } from '../protocol/growth';
import { PAGE_BUDGET } from '../semantics/outcome';
import { newService, repliesTo } from '../testing/ask';
import { LONG } from '../testing/runs';
import { createGrowth } from './growth-questions';
import { loadWhole } from './loader';

const LOOP = `input xs : array real = [1, 2]
input n : int = 10
input m : int = 3
input x : real = 1.0001
let rec loop (a, k) = if k = 0 then a else loop (a * x, k - 1)
loop (x, n) + sum xs + toReal m`;

type Asked = Partial<GrowthRequest>;
const QUESTION = {
  cells: [LOOP],
  cell: 0,
  inputs: {},
  budget: { ...PAGE_BUDGET, seconds: 60 },
  input: undefined,
  sizes: [2, 4],
} as const;

async function replies(asked: Asked, service = newService()): Promise<readonly GrowthReply[]> {
  return repliesTo(service, 'growth', { ...QUESTION, ...asked });
}

describe('a question about growth', () => {
  test("uses the first int, or the reader's choice", async () => {
    const last = (await replies({})).at(-1);
    expect(last).toMatchObject({
      state: 'ok',
      inputs: [
        { name: 'n', size: 'value', span: { start: 37, end: 38 } },
        { name: 'm', size: 'value' },
        { name: 'xs', size: 'length' },
      ],
      growth: { input: 'n', sizes: [2, 4] },
    });
    expect((await replies({ input: 'xs' })).at(-1)).toMatchObject({ growth: { input: 'xs' } });
    expect((await replies({ input: 'gone' })).at(-1)).toMatchObject({ growth: { input: 'n' } });
  });

  test('reports why there is no answer', async () => {
    for (const text of ['input x : real = 1\nx * x', 'input n : int = 1'])
      expect(await replies({ cells: [text] })).toEqual([
        { state: 'error', inputs: [], chosen: undefined, diagnostics: [] },
      ]);
    expect(await replies({ cells: ['input n : int = 1\nnope'] })).toMatchObject([
      { state: 'error', diagnostics: [{ code: 'unknown-name' }] },
    ]);
    expect((await replies({ inputs: { xs: [] }, input: 'xs' })).at(-1)).toMatchObject({
      state: 'error',
      inputs: [{ name: 'n' }, { name: 'm' }, { name: 'xs' }],
      chosen: 'xs',
      diagnostics: [{ code: 'growth-empty' }],
    });
    const endless = 'input n : int = 1\ninput x : real = 2\nlet rec spin y = spin (y * x)\nspin 1';
    expect((await replies({ cells: [endless], budget: { ...PAGE_BUDGET, steps: 1000 } })).at(-1)).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'budget-steps' }],
    });
  });

  test('gets partial answers while it takes long, and remembered measurements at once', () => {
    const size = LONG ? 200 : 50;
    let time = 0;
    // Each engine and size takes twenty milliseconds: every third is answered.
    const ask = createGrowth(() => (time += 20));
    const asked = (question: Asked): { readonly states: readonly string[]; readonly turns: number } => {
      const states: string[] = [];
      const task = ask(loadWhole([LOOP]), { ...QUESTION, sizes: [size, 2 * size], ...question }, (made) => {
        states.push(made.state);
      });
      let turns = 0;
      while (task.next().done !== true) turns++;
      return { states, turns };
    };
    const first = asked({});
    expect(first.states.at(-1)).toBe('ok');
    expect(first.states.filter((state) => state === 'partial').length).toBeGreaterThan(1);
    const again = asked({});
    expect(again.turns).toBeLessThan(first.turns);
    // The setting of the number that grows does not matter; that of another input does.
    expect(asked({ inputs: { n: 77 } }).turns).toBe(again.turns);
    expect(asked({ inputs: { m: 4 } }).turns).toBe(first.turns);
    expect(asked({ sizes: [size] }).turns).toBeLessThan(again.turns);
  });

  test('stops when a newer one comes or when it is cancelled; runs continue', async () => {
    const service = newService();
    const old = replies({ sizes: [1000, 2000] }, service);
    const young = replies({}, service);
    expect(await old).toEqual([]);
    expect((await young).at(-1)?.state).toBe('ok');
    const received: GrowthReply[] = [];
    const closed = service.ask({ id: -1, name: 'growth', request: { ...QUESTION, sizes: [1001] } }, (reply) =>
      received.push(reply),
    );
    service.cancel(-1);
    await closed;
    expect(received).toEqual([]);
  });
});
