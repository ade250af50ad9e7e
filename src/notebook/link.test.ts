import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLink, encodeLink, MOST_DECODED } from './link';

describe('share link', () => {
  it('round-trips any notebook and state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 2000 }),
        fc.dictionary(
          fc.constantFrom('x', 'rate', 'θ'),
          fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
        ),
        async (markdown, inputs) => {
          const state = JSON.parse(JSON.stringify({ inputs, panel: 'delta' })) as {
            inputs: Record<string, number | boolean>;
          };
          expect(await decodeLink(await encodeLink(markdown, state))).toEqual({ tag: 'notebook', markdown, state });
        },
      ),
      { numRuns: 200, seed: 3 },
    );
  });

  it('is short: about 1.2 kB for a program of 2 kB', async () => {
    const program = Array.from({ length: 60 }, (_, i) => `let layer${i} (x, w) = tanh (w * x + ${i})`).join('\n');
    expect((await encodeLink(program)).length).toBeLessThan(program.length / 2);
  });

  it('never throws on any input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `#n1=${s}`),
          fc.base64String().map((s) => `n1=${s}&s=${s}`),
        ),
        async (text) => {
          expect(['none', 'notebook', 'builtin', 'unreadable']).toContain((await decodeLink(text)).tag);
        },
      ),
      { numRuns: 500, seed: 3 },
    );
  });

  it('does not unpack a decompression bomb', async () => {
    const bomb = deflateRawSync(Buffer.alloc(MOST_DECODED * 40)).toString('base64url');
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect(await decodeLink(`#n1=${bomb}`)).toEqual({
      tag: 'unreadable',
      reason: 'This link cannot be read: it unpacks to more than 1 MB.',
    });
  });

  it('says why a link cannot be read', async () => {
    const reasons = [];
    for (const text of ['#n1=%%%', '#n1=AAAA', '#n9=AAAA', '#q', '#e=../secret', `#n1=${'A'.repeat(70_000)}`]) {
      const link = await decodeLink(text);
      reasons.push(link.tag === 'unreadable' ? link.reason : link.tag);
    }
    expect(reasons).toEqual([
      'This link cannot be read: it is incomplete or damaged.',
      'This link cannot be read: it is incomplete or damaged.',
      'This link cannot be read: it was made by a newer version of Pullback.',
      'This link cannot be read: it does not hold a notebook.',
      'This link cannot be read: it names no built-in notebook.',
      'This link cannot be read: it is longer than 64 kB.',
    ]);
  });

  it('keeps the cell, the step and the record of a descent, and rejects invalid values', async () => {
    const state = {
      panel: 'steps',
      cell: 2,
      step: { mode: 'symbolic', at: 17 },
      record: { series: 'loss', record: 3 },
    } as const;
    expect(await decodeLink(await encodeLink('x', state))).toMatchObject({ state });
    const wrong = { cell: -1, step: { mode: 'backwards', at: 1 }, record: { series: 'loss', record: 1.5 } };
    const text = Buffer.from(JSON.stringify(wrong)).toString('base64url');
    expect(await decodeLink(`#e=relu&s=${text}`)).toEqual({ tag: 'builtin', id: 'relu', state: {} });
  });

  it('reads state by own keys of known types', async () => {
    const state = Buffer.from(
      `{"__proto__":{"panel":"x"},"panel":7,"inputs":{"x":1,"q":[1,[2,true]],"z":{"a":1},"t":{"tag":"Just","value":[2]},"v":{"<b>":1},"u":{"__proto__":1},"w":[null],"__proto__":2,"y":${'['.repeat(33)}1${']'.repeat(33)},"<b>":1},"other":1}`,
    );
    expect(await decodeLink(`#e=relu&s=${state.toString('base64url')}`)).toEqual({
      tag: 'builtin',
      id: 'relu',
      state: { inputs: { x: 1, q: [1, [2, true]], z: { a: 1 }, t: { tag: 'Just', value: [2] } } },
    });
  });
});
