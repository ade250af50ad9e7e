/** Abadi & Plotkin, sections 3 and 5: evaluation contexts, values and their denotations, in the machine and by the engines. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameType } from '../../../language/types/structure';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import { caseOf, machineValue } from '../../../testing/abadi-plotkin/cases';
import {
  closedOf,
  type PaperProgram,
  type PaperTerm,
  quotedValue,
  realsOf,
  textOfProgram,
  typeOfProgram,
} from '../../../testing/abadi-plotkin/language';
import {
  derivativeBy,
  nowhere,
  PAPER_ENGINES,
  programsInContext,
  typeOfPart,
  upToRounding,
  valueOf,
  withTerm,
} from '../../../testing/abadi-plotkin/statements';
import { runs } from '../../../testing/runs';
import { realValues } from '../../../semantics/present';
import { primalOf } from '../../../semantics/value';
import { pointReals, pointWith } from '../../point';
import { dimension } from './term';
import { coreTypeOf } from './types';

const IN_CONTEXT = programsInContext({ derivatives: 2 });

/** Terms of the type of M that mean what M means, at every environment. */
function equalTo(part: PaperTerm, type: ReturnType<typeof typeOfPart>): readonly PaperTerm[] {
  const again: PaperTerm = { tag: 'variable', name: 'again' };
  return [
    { tag: 'let', name: 'again', type, value: part, body: again },
    { tag: 'fst', pair: { tag: 'pair', first: part, second: { tag: 'unit' } } },
    { tag: 'if', guard: { tag: 'true' }, consequent: part, alternative: nowhere(type) },
    {
      tag: 'letrec',
      name: 'identity',
      parameter: 'again',
      domain: type,
      result: type,
      definition: again,
      body: { tag: 'call', name: 'identity', argument: part },
    },
  ];
}

/** Whether a printed program has -0, whose sign its text does not show. */
function hasMinusZero(reals: readonly number[]): boolean {
  return reals.some((real) => Object.is(real, -0));
}

describe('Lemma 3.2, evaluation context polymorphism', () => {
  test('if E[M] : T, then M has a type U, and E[N] : T for every N : U', () => {
    const cases = IN_CONTEXT.chain(({ program, split, type }) =>
      paperPrograms({ given: program.inputs, type, size: 8, derivatives: 1 }).map((other) => ({
        program,
        replaced: withTerm(program, split.context(other.term)),
      })),
    );
    fc.assert(
      fc.property(cases, ({ program, replaced }) => {
        const type = typeOfProgram(program);
        expect(typeOfProgram(replaced)).toEqual(type);
        // The language infers the type of E[N] from its text: it accepts it, at T.
        for (const each of [program, replaced])
          expect(sameType(caseOf(each).main.target, coreTypeOf(type)), textOfProgram(each)).toBe(true);
      }),
      runs(),
    );
  });

  test('and for boolean terms: E[B] : T for every B', () => {
    let replaced = 0;
    const inGuards = IN_CONTEXT.filter(({ split }) => split.part.tag === 'if');
    fc.assert(
      fc.property(inGuards, fc.constantFrom('true' as const, 'false' as const), ({ program, split }, tag) => {
        if (split.part.tag !== 'if') return;
        replaced += 1;
        const { main } = caseOf(withTerm(program, split.context({ ...split.part, guard: { tag } })));
        expect(sameType(main.target, coreTypeOf(typeOfProgram(program)))).toBe(true);
      }),
      runs(0.3),
    );
    expect(replaced).toBeGreaterThan(0);
  });
});

describe('Lemma 5.1, values and their denotations', () => {
  const values = paperPrograms({ size: 1, inputs: [1, 3] });

  test('(1) a value V : T has a denotation: the machine evaluates it to itself', () => {
    fc.assert(
      fc.property(values, ({ inputs }) => {
        for (const input of inputs) {
          const quoted = valueOf({ inputs: [input], term: quotedValue(input.value) });
          expect(quoted).toEqual({ tag: 'value', value: realsOf(input.value) });
        }
      }),
      runs(),
    );
  });

  test('(2) every v of the denotation of T is that of one V : T', () => {
    const reals = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(values, reals, (program, given) => {
        const { main, point } = caseOf(program);
        const size = program.inputs.reduce((sum, { type }) => sum + dimension(type), 0);
        const v = given.slice(0, size);
        const V = pointWith(main, point, v);
        expect(pointReals(main, { ...point, arguments: V })).toEqual(v);
        let next = 0;
        program.inputs.forEach(({ type }, i) => {
          const own = v.slice(next, (next += dimension(type)));
          expect(V[i]).toEqual(machineValue(closedOf(type, own)));
          expect(realValues(V[i], coreTypeOf(type)).map(primalOf)).toEqual(own);
        });
      }),
      runs(),
    );
  });
});

describe('Lemma 5.2, evaluation context compositionality', () => {
  test('if M and V mean the same, so do E[M] and E[V]', () => {
    let compared = 0;
    fc.assert(
      fc.property(IN_CONTEXT, ({ program, split, type }) => {
        const part = valueOf(withTerm(program, split.part));
        if (part.tag === 'undefined' || hasMinusZero(part.value)) return;
        compared += 1;
        const value = quotedValue(closedOf(type, part.value));
        const whole = valueOf(program);
        expect(valueOf(withTerm(program, split.context(value))), textOfProgram(program)).toEqual(whole);
      }),
      runs(),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 2);
  });

  test('if M and N mean the same everywhere, E[M] and E[N] have one value and one derivative', () => {
    fc.assert(
      fc.property(programsInContext({ derivatives: 0 }), fc.nat(3), ({ program, split, type }, which) => {
        const other = equalTo(split.part, type)[which] ?? split.part;
        const replaced = withTerm(program, split.context(other));
        expect(valueOf(replaced)).toEqual(valueOf(program));
        for (const engine of PAPER_ENGINES) {
          const [ours, theirs] = [derivativeBy(engine, replaced), derivativeBy(engine, program)];
          expect(upToRounding(ours, theirs), `${engine.id}\n${textOfProgram(replaced)}`).toBe(true);
        }
      }),
      runs(0.5),
    );
  });
});

describe('Lemma 5.3, evaluation context strictness', () => {
  test('(1) if E[M] is defined, so is M, and E[M] means E[x] where x means M', () => {
    let compared = 0;
    fc.assert(
      fc.property(IN_CONTEXT, ({ program, split, type }) => {
        const whole = valueOf(program);
        const part = valueOf(withTerm(program, split.part));
        if (whole.tag === 'undefined') return;
        compared += 1;
        if (part.tag === 'undefined') throw new Error(textOfProgram(program));
        const x = { name: 'hole', type, value: closedOf(type, part.value) };
        const open: PaperProgram = {
          inputs: [...program.inputs, x],
          term: split.context({ tag: 'variable', name: x.name }),
        };
        expect(valueOf(open), textOfProgram(open)).toEqual(hasMinusZero(part.value) ? expect.anything() : whole);
      }),
      runs(),
    );
    expect(compared).toBeGreaterThan(runs().numRuns / 2);
  });

  test('E[M] is undefined where M is, by the machine and by every engine, for the reason of M', () => {
    fc.assert(
      fc.property(programsInContext({ derivatives: 1 }), ({ program, split, type }) => {
        const strict = withTerm(program, split.context(nowhere(type)));
        const domain = { tag: 'undefined', code: 'domain' };
        expect(valueOf(strict), textOfProgram(strict)).toEqual(domain);
        for (const engine of PAPER_ENGINES) expect(derivativeBy(engine, strict), engine.id).toEqual(domain);
      }),
      runs(),
    );
  });

  test('(2) E[B] is undefined where B is: at the boundary of a comparison that refuses it', () => {
    fc.assert(
      fc.property(IN_CONTEXT, ({ program, split }) => {
        fc.pre(split.part.tag === 'if');
        const first = quotedValue(1);
        const argument: PaperTerm = { tag: 'pair', first, second: first };
        const guard = { tag: 'predicate', predicate: 'lessSmooth', argument } as const;
        const strict = withTerm(program, split.context({ ...split.part, guard }));
        expect(valueOf(strict).tag, textOfProgram(strict)).toBe('undefined');
        for (const engine of PAPER_ENGINES) expect(derivativeBy(engine, strict).tag).toBe('undefined');
      }),
      runs(0.25),
    );
  });
});
