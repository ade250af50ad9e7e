import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/runs';
import { decodeLink, encodeLink, isPlain, MOST_DECODED } from './link';
import { FROZEN_LINKS } from './link-forms';

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

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

  const TAGS = ['none', 'notebook', 'builtin', 'unreadable'];

  it('that is damaged is read, or refused with a reason', async () => {
    const valid = fc.oneof(
      fc.constantFrom(...FROZEN_LINKS.map(({ fragment }) => fragment)),
      fc.string({ unit: 'binary', maxLength: 400 }).map((text) => `#n1=${base64url(deflateRawSync(text))}`),
    );
    const damage = fc.record({ at: fc.nat(1000), drop: fc.nat(4), put: fc.string({ maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(valid, fc.array(damage, { minLength: 1, maxLength: 6 }), async (link, all) => {
        const damaged = all.reduce((text, { at, drop, put }) => {
          const from = at % (text.length + 1);
          return text.slice(0, from) + put + text.slice(from + drop);
        }, link);
        const opened = await decodeLink(damaged);
        expect(TAGS).toContain(opened.tag);
        if (opened.tag === 'unreadable') expect(opened.reason).toMatch(/^This link cannot be read: .+\.$/);
        expect(TAGS).toContain((await decodeLink(link.slice(0, all[0]?.at))).tag);
      }),
      runs(2),
    );
  });

  it('whose bits are flipped, or that packs random bytes, is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), fc.nat(), async (bytes, packed, bit) => {
        const content = Uint8Array.from(packed ? deflateRawSync(bytes) : bytes);
        const at = bit % (8 * content.length || 1);
        content[at >> 3] = (content[at >> 3] ?? 0) ^ (1 << (at & 7));
        expect(['notebook', 'unreadable']).toContain((await decodeLink(`#n1=${base64url(content)}`)).tag);
      }),
      runs(5),
    );
  });

  it('unpacks to 1 MB and no further', async () => {
    const linkOf = (size: number): string => `#n1=${base64url(deflateRawSync(Buffer.alloc(size, 'a')))}`;
    expect(await decodeLink(linkOf(MOST_DECODED))).toMatchObject({ tag: 'notebook' });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 * MOST_DECODED }), async (over) => {
        expect(await decodeLink(linkOf(MOST_DECODED + over))).toMatchObject({ tag: 'unreadable' });
      }),
      runs(0.02),
    );
  });

  it('has a state of known keys and types, whatever JSON it holds', async () => {
    const names = fc.constantFrom(
      'inputs',
      'panel',
      'cell',
      'step',
      'record',
      'mode',
      'at',
      'series',
      '__proto__',
      'x',
      'tag',
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom('steps', 'ordinary', 1e308, -1, 0.5),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(names, tie('tree')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (state) => {
        const opened = await decodeLink(
          `#e=relu&s=${base64url(Buffer.from((JSON.stringify(state) as string | undefined) ?? ''))}`,
        );
        if (opened.tag !== 'builtin') throw new Error(opened.tag);
        const { inputs = {}, panel, cell, step, record, ...others } = opened.state;
        expect(others).toEqual({});
        expect(['string', 'undefined']).toContain(typeof panel);
        for (const count of [cell, step?.at, record?.record])
          expect(count === undefined || (Number.isInteger(count) && count >= 0)).toBe(true);
        expect(Object.values(inputs).every((value) => isPlain(value))).toBe(true);
        expect(Object.getPrototypeOf(inputs)).toBe(Object.prototype);
      }),
      runs(3),
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
    for (const text of ['#n1=%%%', '#n1=AAAA', '#n9=AAAA', '#q', '#ex', '#e=../secret', `#n1=${'A'.repeat(70_000)}`]) {
      const link = await decodeLink(text);
      reasons.push(link.tag === 'unreadable' ? link.reason : link.tag);
    }
    expect(reasons).toEqual([
      'This link cannot be read: it is incomplete or damaged.',
      'This link cannot be read: it is incomplete or damaged.',
      'This link cannot be read: it was made by a newer version of Pullback.',
      'This link cannot be read: it does not hold a notebook.',
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
