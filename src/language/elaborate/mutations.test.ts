import fc from 'fast-check';
import { expect, test } from 'vitest';
import { programs } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import type { Span } from '../source/span';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';

/** Parts of a program that must have one kind of type, with the text around each. */
interface Place {
  readonly at: Span;
  readonly parent: Span;
  /** Expressions of the wrong type for this place. */
  readonly wrong: readonly string[];
}

const ARITHMETIC = new Set(['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '<.', '>.']);
/** The operators of numbers that work on vectors too. */
const OF_VECTORS = new Set(['+', '-', '*', '/']);
const LOGIC = new Set(['&&', '||']);
const NO_NUMBER = ['"text"', 'true', '()', '(1, 2)', '[1]', '(fun x -> x)', '{ a = 1 }', 'sin'];
/** Neither numbers nor made of reals. */
const NO_VECTOR = ['"text"', 'true', '()', '(1, true)', '["a"]', '(fun x -> x)', '{ a = () }', 'sin'];
const NO_BOOLEAN = ['"text"', '1', '()', '(true, true)', '[true]', '(fun x -> x)', '0.5'];

/** A node of any syntax tree. */
type Node = Readonly<Record<string, unknown>> & { readonly span: Span };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'tag' in value && 'span' in value;
}

function placesOf(root: unknown): readonly Place[] {
  const places: Place[] = [];
  const add = (child: unknown, parent: Node, wrong: readonly string[]): void => {
    if (isNode(child)) places.push({ at: child.span, parent: parent.span, wrong });
  };
  const visit = (value: unknown): void => {
    if (isNode(value)) {
      const operator = String(value['operator']);
      if (value['tag'] === 'binary' && (ARITHMETIC.has(operator) || LOGIC.has(operator))) {
        const wrong = LOGIC.has(operator) ? NO_BOOLEAN : OF_VECTORS.has(operator) ? NO_VECTOR : NO_NUMBER;
        add(value['left'], value, wrong);
        add(value['right'], value, wrong);
      }
      if (value['tag'] === 'if') add(value['condition'], value, NO_BOOLEAN);
      if (value['tag'] === 'apply') add(value['function'], value, ['1', '"text"', 'true', '[sin]', '()']);
    }
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(root);
  return places;
}

function meets(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

test('a part of the wrong type is an error, almost always reported at its place', () => {
  let mutations = 0;
  let told = 0;
  fc.assert(
    fc.property(programs(), fc.nat(), fc.nat(), ({ text }, which, what) => {
      const places = placesOf(parse(text, 0).program.items);
      const place = places[which % Math.max(1, places.length)];
      fc.pre(place !== undefined);
      const wrong = place.wrong[what % place.wrong.length] ?? '()';
      const { start, end } = place.at;
      const mutated = `${text.slice(0, start)}(${wrong})${text.slice(end)}`;
      const parsed = parse(mutated, 0);
      const { diagnostics, program } = elaborate([parsed.program]);
      const errors = [...parsed.diagnostics, ...diagnostics].filter(({ severity }) => severity === 'error');
      expect(program, mutated).toBeUndefined();
      expect(errors.length, mutated).toBeGreaterThan(0);
      mutations += 1;
      const grown = wrong.length + 2 - (end - start);
      const parent = { ...place.parent, end: place.parent.end + grown };
      if (
        errors.some(({ span, related }) => [span, ...related.map((each) => each.span)].some((at) => meets(at, parent)))
      ) {
        told += 1;
      }
    }),
    runs(2),
  );
  expect(told / mutations).toBeGreaterThan(0.9);
});
