import { expect, test } from 'vitest';
import { INPUT_ENTRY } from '../protocol/messages';
import { type JetChoice, type JetsPayload, type JetsReply, MOST_ENTRIES } from '../protocol/jets';
import { PAGE_BUDGET } from '../semantics/outcome';
import { newService, repliesTo } from '../testing/ask';

const FIRST_TWO: JetChoice = { leaves: [0, 1], order: 2, restricted: false };

async function ask(text: string, choice: Partial<JetChoice> = {}, inputs = {}): Promise<JetsReply> {
  const [reply] = await repliesTo(newService(), 'jets', {
    cells: [text],
    cell: 0,
    inputs,
    budget: { ...PAGE_BUDGET, seconds: 60 },
    choice: { ...FIRST_TWO, ...choice },
  });
  if (reply === undefined) throw new Error('no answer');
  return reply;
}

async function jetsOf(text: string, choice: Partial<JetChoice> = {}): Promise<JetsPayload> {
  const reply = await ask(text, choice);
  if (reply.state !== 'ok') throw new Error(reply.diagnostics[0]?.message ?? 'nothing');
  return reply.payload;
}

function rowsOf({ jets, trace }: JetsPayload): readonly (readonly number[])[] {
  const size = jets.length / trace.entries.length;
  return Array.from({ length: trace.window }, (_, entry) => Array.from(jets.slice(entry * size, (entry + 1) * size)));
}

test('every entry has all its derivatives, in the order of the paper', async () => {
  const payload = await jetsOf('input x : real = 2\ninput y : real = 3\nx * y + x ^ 2');
  expect(payload).toMatchObject({
    choice: FIRST_TWO,
    label: 'x * y + x ^ 2',
    leaves: ['x', 'y'],
    leafCount: 2,
    resultCount: 1,
    trace: { count: 5, window: 5, inputLabels: ['x', 'y'] },
  });
  // (0,0), (0,1), (0,2), (1,0), (1,1), (2,0)
  expect(rowsOf(payload)).toEqual([
    [2, 0, 0, 1, 0, 0],
    [3, 1, 0, 0, 0, 0],
    [6, 2, 0, 3, 1, 0],
    [4, 0, 0, 4, 0, 2],
    [10, 2, 0, 7, 1, 2],
  ]);
  expect(payload.results).toEqual([
    { label: 'result', entry: 4, jet: [10, 2, 0, 7, 1, 2], polarisation: { both: 4, first: 2, second: 0 } },
  ]);
});

test('the leaves are the chosen ones that the point has', async () => {
  const three = 'input x : real = 2\ninput y : real = 3\ninput z : real = 5\nx * y * z';
  const mixed = await jetsOf(three, { leaves: [2, 0], restricted: true });
  expect(mixed.choice).toEqual({ leaves: [2, 0], order: 2, restricted: true });
  expect(mixed.results[0]?.jet).toEqual([30, 15, 6, 3]);
  expect((await jetsOf(three, { leaves: [7, 1], order: 9 })).choice).toEqual({
    leaves: [1, 0],
    order: 4,
    restricted: false,
  });
  const all = await jetsOf(three, { leaves: [0, 1, 2], order: 4, restricted: true });
  expect(all.choice).toEqual({ leaves: [0, 1, 2], order: 3, restricted: false });
  expect(all.results[0]?.jet).toHaveLength(20);
  expect(all.results[0]?.polarisation).toBeUndefined();
  const one = await jetsOf('input x : real = 2\nexp x', { order: 9 });
  expect(one.choice).toEqual({ leaves: [0], order: 6, restricted: false });
  expect(one.results[0]?.jet).toEqual(Array(7).fill(Math.exp(2)));
  expect((await jetsOf('input x : real = 2\ninput y : real = 2\nx * y', { order: 1 })).results[0]?.polarisation).toBe(
    undefined,
  );
});

test('a result has one jet per real, and the jet of a constant is constant', async () => {
  const { results, resultCount } = await jetsOf('input x : real = 2\n(x * x, 7.0, [x])', { order: 2 });
  expect(resultCount).toBe(3);
  expect(results.map(({ label, entry, jet }) => [label, entry, jet])).toEqual([
    ['result.1', 1, [4, 4, 2]],
    ['result.2', undefined, [7, 0, 0]],
    [results[2]?.label, 0, [2, 1, 0]],
  ]);
});

test('lists of inputs, branches and inner derivatives are supported', async () => {
  const list = await jetsOf('input xs : list real = [1, 2, 3]\nsum (xs |> map (fun x -> x * x))', { leaves: [2, 0] });
  expect(list.leaves).toHaveLength(3);
  expect(list.results[0]?.jet).toEqual([14, 2, 2, 6, 0, 2]);
  const branch = await jetsOf('input x : real = 2\nif x < 3 then x ^ 3 else x', { order: 3 });
  expect(branch.results[0]?.jet).toEqual([8, 12, 12, 6]);
  const inner = await jetsOf('input x : real = 2\ngrad (fun y -> y ^ 3 * x) x', { order: 2 });
  expect(inner.results[0]?.jet).toEqual([24, 36, 36]);
});

test('a long trace shows its first entries and those that the result is made of', async () => {
  const text =
    'input x : real = 1\nlet rec loop (a, k) = if k = 0 then a else loop (a + x * 0.5, k - 1)\nloop (x, 3000)';
  const { trace, jets, results } = await jetsOf(text);
  expect(trace).toMatchObject({ count: 6001, window: MOST_ENTRIES, head: MOST_ENTRIES / 2 });
  expect(trace.constants).toEqual(Float64Array.of(0.5));
  expect(jets).toHaveLength(3 * trace.entries.length);
  expect(results[0]).toMatchObject({ entry: MOST_ENTRIES - 1, jet: [1501, 1501, 0] });
  expect([trace.entries[999], trace.entries[1000], trace.entries[1999]]).toEqual([999, 5001, 6000]);
  // Every argument of a shown entry is present, with its jet.
  for (let row = 0; row < trace.window; row++) {
    for (const operand of trace.operands.slice(trace.offsets[row], trace.offsets[row + 1])) {
      if (operand < 0) continue;
      expect(trace.entries[operand]).toBeLessThan(trace.entries[row] ?? 0);
      expect(jets[3 * operand]).toBe(trace.values[operand]);
    }
  }
  const last = Array.from(trace.operands.slice(trace.offsets[1999], trace.offsets[2000]), (row) => trace.entries[row]);
  expect(last).toEqual([5998, 5999]);
});

test('inputs far apart keep their names, and each of many results has its row', async () => {
  const names = Array.from({ length: 1200 }, (_, i) => `a${i}`);
  const inputs = names.map((name) => `input ${name} : real = 1`).join('\n');
  const sum = `let rec loop (a, k) = if k = 0 then a else loop (a + a0 * 0.5, k - 1)\nlet far = loop (a1, 1500)`;
  const { trace, jets, results } = await jetsOf(`${inputs}\n${sum}\n(a1, far, far * a1199)`);
  expect(results.map(({ entry = -1 }) => trace.entries[entry])).toEqual([1, 4199, 4200]);
  expect(results.every(({ entry = -1, jet }) => entry < trace.window && jets[6 * entry] === jet[0])).toBe(true);
  const inputRows = Array.from(trace.operations).flatMap((operation, row) => (operation === INPUT_ENTRY ? [row] : []));
  expect(trace.inputLabels).toEqual(inputRows.map((row) => `a${trace.entries[row] ?? ''}`));
  expect(trace.inputLabels).toContain('a1199');
});

test('the reason is given if there are no jets', async () => {
  expect(await ask('1 + 2')).toEqual({ state: 'error', diagnostics: [] });
  expect(await ask('input n : int = 2\nn')).toEqual({ state: 'error', diagnostics: [] });
  expect(await ask('input x : real = 2\nlog (x - 3)')).toMatchObject({
    state: 'error',
    diagnostics: [{ code: 'domain' }],
  });
  expect(await ask('input x : real = 2\nnope')).toMatchObject({ state: 'error', diagnostics: [{ severity: 'error' }] });
  // The value is finite, but its third derivative overflows.
  expect(await ask('input x : real = 1e-120\n1 / x', { order: 3 })).toMatchObject({
    diagnostics: [{ code: 'not-finite' }],
  });
});

test('if the jets overflow, the choice is kept for the reader to change', async () => {
  const text = 'input x : real = 1e-120\ninput y : real = 2\ny / x';
  expect(await ask(text, { order: 3 })).toEqual({
    state: 'error',
    diagnostics: [
      expect.objectContaining({
        code: 'not-finite',
        hint: 'try a lower order, other inputs, or slightly different input values',
      }) as unknown,
    ],
    chosen: { choice: { leaves: [0, 1], order: 3, restricted: false }, leaves: ['x', 'y'], leafCount: 2 },
  });
  expect(await ask(text, { order: 1 })).toMatchObject({ state: 'ok' });
  expect(await ask(text, { order: 3, leaves: [1] })).toMatchObject({ state: 'ok' });
});

test('a result without reals has no jet, and the trace has', async () => {
  const payload = await jetsOf('input x : real = 2\nfloor (x * x)');
  expect(payload).toMatchObject({ results: [], resultCount: 0, trace: { count: 2 } });
  expect(rowsOf(payload)[1]).toEqual([4, 4, 2]);
});
