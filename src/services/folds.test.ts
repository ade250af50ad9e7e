import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOWHERE, span } from '../language/source/span';
import { FOLD_KINDS, type Folds } from '../protocol/folds';
import { drain } from '../semantics/task';
import { type Callee, CallTree } from '../semantics/trace';
import { foldsOf } from './folds';
import { runs } from '../testing/runs';

const READERS = span(0, 0, 1);

/** Writes the folds as text, one a line, indented; folds deeper than `depth` are left out. */
function written(folds: Folds, depth = 9, fold = 0, indent = ''): string {
  const kind = FOLD_KINDS[folds.kinds[fold] ?? 0];
  const name = folds.labels[folds.names[fold] ?? -1] ?? '-';
  const number = folds.numbers[fold] ?? 0;
  const line = `${indent}${kind} ${name} ${folds.first[fold]}..${folds.end[fold]}${number > 0 ? ` #${number}` : ''}${(folds.counts[fold] ?? 0) > 0 ? ` x${folds.counts[fold]}` : ''}\n`;
  if (depth === 0) return line;
  let text = line;
  for (let child = folds.children[fold] ?? 0; child < (folds.children[fold + 1] ?? 0); child++)
    text += written(folds, depth - 1, child, `${indent}  `);
  return text;
}

/** Makes lists of entries call by call. */
class Recorder {
  readonly tree = new CallTree();
  readonly calls: number[] = [];

  enter(parent: number, callee: Callee, origin = 0): number {
    return this.tree.enter(parent, origin, callee);
  }

  add(call: number, count: number): void {
    for (let i = 0; i < count; i++) this.calls.push(call);
  }

  folds(): Folds {
    const names = (callee: Callee | undefined): string => callee?.name ?? 'function';
    return drain(foldsOf(Int32Array.from(this.calls), this.calls.length, this.tree, names));
  }
}

const readers = (name: string): Callee => ({ name, origin: READERS });
const prelude = (name: string): Callee => ({ name, origin: NOWHERE });

describe('folds', () => {
  it('puts the turns of a tail recursion side by side, each named after the function that it calls', () => {
    const made = new Recorder();
    const [iterate, step, square] = [prelude('iterate'), readers('step'), readers('square')];
    made.add(0, 2);
    let turn = made.enter(0, iterate, 1);
    for (let i = 0; i < 60; i++) {
      if (i > 0) turn = made.enter(turn, iterate, 2);
      const inside = made.enter(turn, step, 3);
      made.add(inside, 1);
      made.add(made.enter(inside, square, 4), 3);
    }
    made.add(0, 1);
    expect(written(made.folds(), 2)).toBe(
      `call - 0..243\n  repeat step 2..242 #1 x60\n${Array.from({ length: 60 }, (_, i) => `    call step ${2 + 4 * i}..${6 + 4 * i} #${i + 1}\n`).join('')}`,
    );
    expect(written(made.folds(), 1, 2)).toBe('call step 2..6 #1\n  call square 3..6\n');
  });

  it('folds what a recursion does on the way back as repetitions too', () => {
    const made = new Recorder();
    const go = readers('go');
    const turns: number[] = [0];
    for (let i = 0; i < 50; i++) turns.push(made.enter(turns.at(-1) ?? 0, go, 1));
    for (const turn of turns.slice(1)) made.add(turn, 3);
    for (const turn of turns.slice(1, -1).toReversed()) made.add(turn, 2);
    expect(written(made.folds(), 1)).toBe('call - 0..248\n  repeat go 0..248 #1 x99\n');
  });

  it('does not put a call inside a callback beside the call that it is an argument of', () => {
    const made = new Recorder();
    const [map, fun] = [prelude('map'), readers('fun')];
    const outer = made.enter(0, map, 1);
    made.add(0, 1);
    for (let i = 0; i < 10; i++) {
      const row = made.enter(outer, fun, 2);
      const inner = made.enter(row, map, 3);
      made.add(row, 1);
      made.add(inner, 30);
    }
    expect(written(made.folds(), 2).split('\n').slice(0, 4)).toEqual([
      'call - 0..311',
      '  call map 1..311',
      '    repeat fun 1..311 #1 x10',
      '',
    ]);
  });

  it('keeps two functions that call each other at a bounded depth', () => {
    const made = new Recorder();
    const [even, odd] = [readers('even'), readers('odd')];
    let call = 0;
    for (let i = 0; i < 5000; i++) {
      call = made.enter(call, i % 2 === 0 ? even : odd, i === 0 ? 1 : 2 + (i % 2));
      made.add(call, 2);
    }
    const folds = made.folds();
    const depth = new Int32Array(folds.first.length);
    for (let fold = 0; fold < depth.length; fold++)
      for (let child = folds.children[fold] ?? 0; child < (folds.children[fold + 1] ?? 0); child++)
        depth[child] = (depth[fold] ?? 0) + 1;
    expect(Math.max(...depth)).toBeLessThan(8);
  });

  it('divides many entries in a row, and many turns, into parts', () => {
    const made = new Recorder();
    made.add(0, 100_000);
    expect(written(made.folds(), 1).split('\n').slice(0, 3)).toEqual([
      'call - 0..100000',
      '  part - 0..1563',
      '  part - 1563..3126',
    ]);
    const looped = new Recorder();
    const f = readers('f');
    for (let i = 0; i < 2000; i++) looped.add(looped.enter(0, f, 1), 2);
    expect(written(looped.folds(), 2)).toBe(
      'call - 0..4000\n  repeat f 0..4000 #1 x2000\n' +
        [0, 1, 2, 3].map((k) => `    part f ${1000 * k}..${1000 * k + 1000} #${500 * k + 1} x500\n`).join(''),
    );
  });

  it('folds nothing in a short list', () => {
    const made = new Recorder();
    made.add(made.enter(0, readers('f')), 100);
    expect(written(made.folds())).toBe('call - 0..100\n');
  });

  it('has disjoint, ordered children inside each fold, whatever is called', () => {
    const step = fc.record({ up: fc.nat(3), callee: fc.nat(2), count: fc.nat(120), origin: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const made = new Recorder();
        const callees = [readers('f'), prelude('g'), readers('h')];
        const open = [0];
        for (const { up, callee, count, origin } of steps) {
          open.splice(Math.max(1, open.length - up));
          open.push(made.enter(open.at(-1) ?? 0, callees[callee] ?? readers('f'), origin));
          made.add(open.at(-1) ?? 0, count);
        }
        const folds = made.folds();
        const { first, end, children } = folds;
        expect([first[0], end[0], children.length]).toEqual([0, made.calls.length, first.length + 1]);
        for (let fold = 0; fold < first.length; fold++) {
          let place = first[fold] ?? 0;
          for (let child = children[fold] ?? 0; child < (children[fold + 1] ?? 0); child++) {
            expect(child).toBeGreaterThan(fold);
            expect(first[child]).toBeGreaterThanOrEqual(place);
            place = end[child] ?? 0;
            expect(place).toBeGreaterThan(first[child] ?? 0);
          }
          expect(place).toBeLessThanOrEqual(end[fold] ?? 0);
        }
      }),
      runs(),
    );
  });
});
