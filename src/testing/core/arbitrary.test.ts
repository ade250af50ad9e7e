import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alphaEquivalent } from '../../language/core/alpha-equivalent';
import { int, string } from '../../language/core/builders';
import { checkTerm } from '../../language/core/check';
import { freshNames } from '../../language/core/fresh-names';
import { printCore } from '../../language/core/print';
import { mapTerm, refresh, termSize, usedNames } from '../../language/core/traverse';
import type { Term } from '../../language/core/tree';
import { parse } from '../../language/syntax/parser';
import { print } from '../../language/syntax/printer';
import { coreTerms, FREE_VARIABLES } from './arbitrary';
import { runs } from '../runs';

/** Returns the term with another type on its node at `position`, counted bottom-up. */
function mutate(term: Term, position: number): Term {
  let at = 0;
  return mapTerm(term, (node) => {
    if (at++ !== position) return node;
    return node.type.tag === 'string' ? int(0) : string('');
  });
}

describe('generated core terms', () => {
  test('pass the check, and fail it if any node has another type', () => {
    fc.assert(
      fc.property(coreTerms(), fc.nat(), (term, seed) => {
        expect(checkTerm(term, FREE_VARIABLES)).toEqual([]);
        const size = termSize(term);
        if (size === 1) return;
        const position = seed % (size - 1);
        let mutant: Term;
        try {
          mutant = mutate(term, position);
        } catch {
          return; // The type of a function of a `let rec` is a function type by construction.
        }
        expect(checkTerm(mutant, FREE_VARIABLES)).not.toEqual([]);
      }),
      runs(),
    );
  });

  test('are alpha-equivalent to themselves with fresh names, and to no mutant', () => {
    fc.assert(
      fc.property(coreTerms(), fc.nat(), (term, seed) => {
        const copy = refresh(term, freshNames(usedNames(term)));
        expect(alphaEquivalent(term, copy)).toBe(true);
        expect(checkTerm(copy, FREE_VARIABLES)).toEqual([]);
        const size = termSize(term);
        let mutant: Term;
        try {
          mutant = mutate(copy, seed % size);
        } catch {
          return;
        }
        expect(alphaEquivalent(term, mutant)).toBe(false);
      }),
      runs(),
    );
  });

  test('print as text that parses and prints the same', () => {
    fc.assert(
      fc.property(coreTerms(), (term) => {
        const text = printCore({ variants: [], items: [{ tag: 'output', term, origin: term.origin }] });
        const { program, diagnostics } = parse(text, 0);
        expect(diagnostics, text).toEqual([]);
        expect(print(program)).toBe(text);
      }),
      runs(),
    );
  });
});
