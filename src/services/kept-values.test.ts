import { describe, expect, it } from 'vitest';
import type { RunReply } from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { newService, repliesTo } from '../testing/ask';
import { createKeptValues } from './kept-values';
import { loadWhole } from './loader';
import { type Program, reference } from './program';

describe('the values of runs', () => {
  it('answer questions about their parts without another run', async () => {
    const service = newService();
    const text = 'input x : real = 1\nmap (fun k -> x * toReal k) (range 0 1000)';
    const about = { cells: [text], inputs: {}, budget: PAGE_BUDGET };
    const replies: RunReply[] = [];
    await service.run({ ...about, revision: 1, jobs: [{ cell: 0, products: ['value'] }] }, (made) =>
      replies.push(made),
    );
    expect(replies.at(-1)?.state).toBe('ok');
    const rowsOf = (inputs: Readonly<Record<string, number>>) =>
      // No run ends within so few steps.
      repliesTo(service, 'rows', {
        ...about,
        inputs,
        budget: { ...PAGE_BUDGET, steps: 5 },
        cell: 0,
        output: 0,
        from: 500,
        count: 2,
      });
    expect(await rowsOf({})).toEqual([{ state: 'ok', rows: [[500], [501]] }]);
    expect(await rowsOf({ x: 2 })).toMatchObject([{ state: 'error', diagnostics: [{ code: 'budget-steps' }] }]);
  });

  it('are dropped, the oldest first, where they are large together', () => {
    const kept = createKeptValues(25_000);
    const [first, second, third] = [500, 600, 700].map((length) => load(`map toReal (range 0 ${length})`));
    if (first === undefined || second === undefined || third === undefined) throw new Error('a program is missing');
    for (const program of [first, second, third]) kept.keep(program, {}, ran(program));
    expect(kept.of(first, {})).toBeUndefined();
    expect(kept.of(second, {})?.outputs).toHaveLength(1);
    expect(kept.of(third, {})?.outputs).toHaveLength(1);
    const large = load('map toReal (range 0 5000)');
    kept.keep(large, {}, ran(large));
    expect(kept.of(large, {})).toBeUndefined();
    expect(kept.of(third, {})).toBeDefined();
  });
});

function load(text: string): Program {
  const loaded = loadWhole([text]);
  if (loaded.tag === 'wrong') throw new Error(loaded.diagnostics[0]?.message);
  return loaded.program;
}

function ran(program: Program) {
  const outcome = drain(reference(program, new Map(), PAGE_BUDGET, false));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}
