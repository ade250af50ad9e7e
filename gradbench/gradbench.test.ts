import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { compile } from '../src/api/index';
import { EVALS } from './evals.mjs';
import { createTool, lineOf, serve } from './protocol.mjs';
import { distance, replay } from './sessions.mjs';
import { smallWorkload } from './workloads.mjs';

/** A tool whose responses went through JSON, as GradBench reads them. */
function tool() {
  const respond = createTool(compile);
  return async (message: Parameters<typeof respond>[0]) =>
    JSON.parse(lineOf(await respond(message))) as Awaited<ReturnType<typeof respond>>;
}

describe('the tool for GradBench', () => {
  it.each(Object.keys(EVALS))('gives the outputs of the stored session of %s', async (name) => {
    expect(await replay(name, tool())).toEqual([]);
  });

  it('lists its evals in order', () => {
    const listed = readFileSync(new URL('evals.txt', import.meta.url), 'utf8');
    expect(listed).toBe(
      Object.keys(EVALS)
        .sort()
        .map((name) => `${name}\n`)
        .join(''),
    );
  });

  it('says that it does not know a module', async () => {
    const response = await tool()({ id: 1, kind: 'define', module: 'toString' });
    expect(response).toEqual({ id: 1, success: false, error: 'there is no module toString' });
  });

  it('does not evaluate a function before its module is defined', async () => {
    const response = await tool()({ id: 2, kind: 'evaluate', module: 'hello', function: 'square', input: 1 });
    expect(response).toMatchObject({ id: 2, success: false });
  });

  it('reports what stops a program', async () => {
    const respond = tool();
    await respond({ id: 1, kind: 'define', module: 'lse' });
    const input = { x: [], min_runs: 1, min_seconds: 0 };
    const response = await respond({ id: 2, kind: 'evaluate', module: 'lse', function: 'primal', input });
    expect(response.success).toBe(false);
    expect(response.error).toBe('there is no item 0: the array is empty');
  });

  it('runs a function as long as it is asked to', async () => {
    const respond = tool();
    await respond({ id: 1, kind: 'define', module: 'llsq' });
    const input: unknown = { ...smallWorkload('llsq').input, min_runs: 1, min_seconds: 0.01 };
    const { timings = [] } = await respond({ id: 2, kind: 'evaluate', module: 'llsq', function: 'primal', input });
    expect(timings.reduce((total, { nanoseconds }) => total + nanoseconds, 0)).toBeGreaterThanOrEqual(1e7);
    expect(timings.every(({ name }) => name === 'evaluate')).toBe(true);
  });

  it('responds with a line to each line', async () => {
    const [from, to] = [new PassThrough(), new PassThrough()];
    from.end(
      '{"id":0,"kind":"start","eval":"hello"}\n{"id":1,"kind":"define","module":"none"}\n{"id":2,"kind":"end"}\n',
    );
    await serve(compile, from, to);
    to.end();
    const lines = (await to.setEncoding('utf8').toArray()).join('').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: 0, tool: 'pullback' },
      { id: 1, success: false, error: 'there is no module none' },
      { id: 2 },
    ]);
  });

  it('compares outputs by shape and number', () => {
    expect(distance([1, { a: 2 }], [1, { a: 2 }])).toBe(0);
    expect(distance([1000], [1001])).toBeCloseTo(1 / 2001);
    expect(distance([1], [1, 2])).toBe(Infinity);
    expect(distance({ a: 1 }, { b: 1 })).toBe(Infinity);
    expect(distance([1], [null])).toBe(Infinity);
  });
});
