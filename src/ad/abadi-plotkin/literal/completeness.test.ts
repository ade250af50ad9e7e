/** Abadi & Plotkin, section 6: Corollary 6.3, Lemma 6.4 and Theorem 6.7, of the machine and of its symbolic evaluation. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer, type PaperAnswer } from '../../../testing/abadi-plotkin/answer';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOf,
  definedValue,
  environmentOf,
  literally,
  literalReals,
  machineReals,
  sameReals,
  within,
} from '../../../testing/abadi-plotkin/cases';
import { approximant } from '../../../testing/abadi-plotkin/contexts';
import { denotation } from '../../../testing/abadi-plotkin/denotation';
import {
  type Closed,
  closedOf,
  type PaperProgram,
  type PaperTerm,
  quotedValue,
  realsOf,
  textOfProgram,
  typeOfProgram,
} from '../../../testing/abadi-plotkin/language';
import { paperRules } from '../../../testing/abadi-plotkin/rules';
import { gradientTerm, valueOf, withTerm } from '../../../testing/abadi-plotkin/statements';
import { paperTermOf } from '../../../testing/abadi-plotkin/trace-term';
import { runs } from '../../../testing/runs';

/** The largest intermediate number of an ordinary evaluation; cases that depend on rounding are skipped. */
function largestOf(program: PaperProgram, term: PaperTerm = program.term): number {
  const rules = paperRules();
  within(answer(() => rules.evaluate(environmentOf(program), term)));
  fc.pre(!rules.isClose());
  return rules.largest();
}

function meaningOf(program: PaperProgram, term: PaperTerm = program.term): PaperAnswer<Closed> {
  return within(answer(() => denotation(term, environmentOf(program)).value));
}

describe('Corollary 6.3: if M ~> C, then M and C have one derivative at the point', () => {
  test('W.rd_V(x : T. M) means what W.rd_V(x : T. C) means, and the machine finds both', () => {
    let compared = 0;
    fc.assert(
      fc.property(paperPrograms({ derivatives: 0, inputs: [1, 1], size: 20 }), (program) => {
        const found = literally(caseOf(program));
        if (found.tag === 'undefined') return;
        const c = paperTermOf(found.value.term, new Map(found.value.inputs.map(({ name }) => [name, 'a'])));
        const w = quotedValue(closedOf(typeOfProgram(program), Array<number>(16).fill(1)));
        const ofM = withTerm(program, gradientTerm(program, w));
        const ofC = withTerm(program, gradientTerm(withTerm(program, c), w));
        const largest = largestOf(ofM);
        const meant = meaningOf(ofM);
        const traced = meaningOf(ofC);
        const text = `${textOfProgram(ofM)}\n${textOfProgram(ofC)}`;
        expect(traced.tag, text).toBe(meant.tag);
        expect(valueOf(ofC).tag, text).toBe(valueOf(ofM).tag);
        if (meant.tag === 'undefined' || traced.tag === 'undefined') return;
        compared += 1;
        expect(sameReals(realsOf(traced.value), realsOf(meant.value), largest), text).toBe(true);
        expect(sameReals(definedValue(valueOf(ofC)), realsOf(meant.value), largest), text).toBe(true);
      }),
      runs(),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 3);
  });
});

describe('Lemma 6.4, computability', () => {
  test('every approximant that is meant to have a value is evaluated to it, and no other one', () => {
    let [defined, undefinedByBound] = [0, 0];
    const recursive = paperPrograms({ derivatives: 1, size: 20, recursive: true });
    fc.assert(
      fc.property(recursive, fc.integer({ min: 0, max: 4 }), (program, n) => {
        const limited = approximant(program.term, n);
        const largest = largestOf(program, limited);
        const meant = meaningOf(program, limited);
        const one = caseOf(program);
        const found = literally(one, n);
        const text = `${n}: ${textOfProgram(program)}`;
        expect(found.tag === 'undefined' ? found.code : 'value', text).toBe(
          meant.tag === 'undefined' ? meant.code : 'value',
        );
        if (meant.tag === 'undefined' && meant.code === 'approximant') undefinedByBound += 1;
        if (meant.tag === 'undefined' || found.tag === 'undefined') return;
        defined += 1;
        const reals = literalReals(one, found.value);
        expect(sameReals(definedValue(reals), realsOf(meant.value), largest), text).toBe(true);
      }),
      runs(),
    );
    expect(defined).toBeGreaterThan(runs().numRuns / 3);
    expect(undefinedByBound).toBeGreaterThan(runs().numRuns / 4);
  });
});

describe('Theorem 6.7, operational completeness', () => {
  /** Checks that a program whose denotation is defined has a value (1), and a trace term (2). */
  const complete = (program: PaperProgram): boolean => {
    largestOf(program);
    const meant = meaningOf(program);
    if (meant.tag === 'undefined') return false;
    const one = caseOf(program);
    expect(machineReals(one).tag, one.text).toBe('value');
    expect(literally(one).tag, one.text).toBe('value');
    return true;
  };

  test('what is meant to have a value has one, and a trace term', () => {
    let defined = 0;
    const programs = fc.oneof(paperPrograms({ derivatives: 2 }), paperPrograms({ derivatives: 1, recursive: true }));
    fc.assert(
      fc.property(programs, (program) => {
        if (complete(program)) defined += 1;
      }),
      runs(),
    );
    expect(defined).toBeGreaterThan(runs().numRuns / 3);
  });
});
