import { describe, expect, test } from 'vitest';
import { failure, json, pullback } from '../testing/command-line';
import { FORWARD_ENGINE } from '../testing/own-engines';

/** A notebook with an engine, and a program in its second cell. */
function book(engine: string, program = 'input x : real = 2\nx * x + sin x', name = 'dual'): string {
  return `---\ntitle: t\n---\n\n\`\`\`pullback engine=${name}\n${engine}\n\`\`\`\n\nProse.\n\n\`\`\`pullback\n${program}\n\`\`\`\n`;
}

const WRONG = FORWARD_ENGINE.replace('y * u + x * v', 'y * u + v');

describe('pullback agree', () => {
  test('compares the engines that a notebook defines with the published ones', async () => {
    const { status, answer } = await json(book(FORWARD_ENGINE), 'agree', 'book.md');
    expect({ status, answer }).toMatchObject({
      status: 0,
      answer: { verdict: 'agree', engines: { 'own:dual': { status: 'ok', derivative: { x: 4 + Math.cos(2) } } } },
    });
    const { out } = await pullback(book(FORWARD_ENGINE), 'agree', 'book.md');
    expect(out).toMatch(/^dual \(yours\) +4\.9093 +∂x = 3\.58385$/mu);
  });

  test('fails if an engine is wrong', async () => {
    expect(await json(book(WRONG), 'agree', 'book.md')).toMatchObject({ status: 4, answer: { verdict: 'disagree' } });
  });

  test('names an operation that an engine lacks', async () => {
    const { status, out } = await pullback(book(FORWARD_ENGINE, 'input x : real = 2\natan x'), 'agree', 'book.md');
    expect(status).toBe(0);
    expect(out).toMatch(/^dual \(yours\) +unsupported: .*the engine has no `atan`$/mu);
  });

  test('says why a value is no engine', async () => {
    const { out } = await pullback(book('let dual = 3'), 'agree', 'book.md');
    expect(out).toMatch(/^dual \(yours\) +unsupported: `dual` cannot be an engine: its type is /mu);
  });
});

describe('pullback check', () => {
  test('reports a value that is no engine', async () => {
    expect(await json(book(FORWARD_ENGINE), 'check', 'book.md')).toMatchObject({ status: 0 });
    expect(await json(book('let dual = { primal = fun x -> x }'), 'check', 'book.md')).toMatchObject({
      status: 1,
      answer: failure('own-engine'),
    });
  });
});

describe('pullback test-engine', () => {
  test('prints on how many programs an engine is right', async () => {
    const { status, out } = await pullback(book(FORWARD_ENGINE), 'test-engine', 'book.md');
    expect({ status, out }).toEqual({ status: 0, out: 'dual: agrees with the published engines on 200 programs\n' });
  });

  test('prints the smallest program on which an engine is wrong', async () => {
    const { status, out } = await pullback(book(WRONG), 'test-engine', 'book.md');
    expect(status).toBe(4);
    expect(out).toMatch(/^dual: differs from the published engines on this program:\n\ninput x1 : real = /u);
    expect(out).toMatch(/^dual \(yours\): .*\nreverse: /mu);
    expect(await json(book(WRONG), 'test-engine', 'book.md')).toMatchObject({
      status: 4,
      answer: { ok: true, engines: { dual: { state: 'wrong' } } },
    });
  });

  test('fails for a file without an engine, and for a value that is none', async () => {
    expect(await json('input x : real = 3\nx', 'test-engine', '-')).toMatchObject({
      status: 1,
      answer: failure('own-engine'),
    });
    const { status, error } = await pullback(book(FORWARD_ENGINE, '1', 'duel'), 'test-engine', 'book.md');
    expect(status).toBe(1);
    expect(error).toContain('engine=duel: this cell does not define `duel`');
  });
});
