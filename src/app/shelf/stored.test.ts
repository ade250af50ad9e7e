import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs';
import { panesIn } from '../store/panes';
import { draftIn, momentIn, recordIn } from './stored';

const WHOLE = { id: 'a', title: 'T', markdown: 'text', updated: 5, origin: 'own', moment: 3 };

/** Objects with the keys of stored things, some with the right values. */
const stored = fc.dictionary(
  fc.constantFrom(...Object.keys(WHOLE), 'notebook', 'number', 'at', 'record', 'seen', 'columns', 'rows', '__proto__'),
  fc.oneof(fc.constantFrom('text', 7, 1e300), fc.anything({ withNullPrototype: true })),
);
const anything = fc.oneof({ weight: 3, arbitrary: stored }, fc.anything({ withNullPrototype: true }));

describe('what the browser stored', () => {
  it('is a record, or nothing, whatever it holds', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const record = recordIn(value);
        if (record !== undefined) {
          expect([record.id, record.title, record.markdown, record.origin].map((each) => typeof each)).toEqual(
            Array.from({ length: 4 }, () => 'string'),
          );
          expect(Number.isNaN(new Date(record.updated).getTime())).toBe(false);
          expect(recordIn(record)).toEqual(record);
        }
        const moment = momentIn(value);
        if (moment !== undefined) expect(momentIn(moment)).toEqual(moment);
      }),
      runs(10),
    );
  });

  it('is a draft and sizes of panes, or nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), anything.map(jsonOf)), (text) => {
        expect(['undefined', 'string']).toContain(typeof draftIn(text)?.record.markdown);
        expect(Object.values(panesIn(text)).every((size) => Number.isFinite(size))).toBe(true);
      }),
      runs(10),
    );
  });

  it('opens as long as it has a text', () => {
    expect(recordIn(WHOLE)).toEqual(WHOLE);
    expect(recordIn({ ...WHOLE, added: 'by a later version' })).toEqual(WHOLE);
    expect(recordIn({ id: 'a', markdown: 'text', title: {}, updated: 'today', moment: 1.5 })).toEqual({
      id: 'a',
      title: 'Untitled notebook',
      markdown: 'text',
      updated: 0,
      origin: 'own',
    });
    expect(recordIn({ ...WHOLE, markdown: 7 })).toBeUndefined();
    expect(draftIn(JSON.stringify({ record: WHOLE, seen: '5' }))).toEqual({ record: WHOLE, seen: undefined });
    expect(panesIn('{"columns":"wide","rows":30}')).toEqual({ rows: 30 });
  });
});

function jsonOf(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
