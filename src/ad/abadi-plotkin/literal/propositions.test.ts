import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshNames } from '../../../language/core/fresh-names';
import { checkTerm } from '../../../language/core/check';
import { sameType } from '../../../language/types/structure';
import { answer } from '../../../testing/abadi-plotkin/answer';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOf,
  environmentOf,
  literally,
  literalReals,
  machineReals,
  sameReals,
  traceTermOf,
  within,
} from '../../../testing/abadi-plotkin/cases';
import { decompositions, isPaperValue } from '../../../testing/abadi-plotkin/contexts';
import {
  type PaperProgram,
  type PaperTerm,
  realsOf,
  paperText,
  textOfProgram,
  typeOfClosed,
  typeOfProgram,
} from '../../../testing/abadi-plotkin/language';
import { sameUpToNames, showTrace, typeOfTerm } from '../../../testing/abadi-plotkin/reverse';
import { paperRules } from '../../../testing/abadi-plotkin/rules';
import { runs } from '../../../testing/runs';
import { symbolicReverse } from './differentiate';
import { iteratedPair, iteratedProduct, traceVariable, type TraceTerm } from './term';
import { traceToCore } from './to-core';
import { coreTypeOf, typeOfTrace } from './types';

/** Programs whose whole ordinary evaluation the test's rules can follow. */
const ALL = [paperPrograms(), paperPrograms({ open: true }), paperPrograms({ size: 60, derivatives: 0 })] as const;

/** Returns whether the core's check of a term with these free variables succeeds with the expected type. */
function checkedAs(term: TraceTerm, free: ReadonlyMap<string, TraceTerm>, type: ReturnType<typeof typeOfTrace>): void {
  const names: string[] = [];
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('name' in part && typeof part.name === 'string') names.push(part.name);
    Object.values(part).forEach(collect);
  };
  collect(term);
  const core = traceToCore(term, freshNames([...names, ...free.keys()]));
  const environment = new Map([...free].map(([name, variable]) => [name, coreTypeOf(typeOfTrace(variable))]));
  expect(checkTerm(core, environment)).toEqual([]);
  expect(sameType(core.type, coreTypeOf(type))).toBe(true);
  expect(typeOfTrace(term)).toEqual(type);
  expect(typeOfTerm(term)).toEqual(type);
}

describe('Proposition 3.3', () => {
  test('W.R_V(x : T. C) is of type T, for C, W : U and V : T', () => {
    const terms = paperPrograms({ control: false, derivatives: 0, size: 16, inputs: [1, 3] });
    fc.assert(
      fc.property(terms, ({ inputs, term }) => {
        const fresh = freshNames(inputs.map(({ name }) => name));
        const c = traceTermOf(term, new Map(inputs.map(({ name, type }) => [name, type])), fresh);
        const variables = inputs.map(({ name, type }) => traceVariable(name, type, c.origin));
        const at = inputs.map(({ type }) => traceVariable(fresh('v'), type, c.origin));
        const w = traceVariable(fresh('w'), typeOfTrace(c), c.origin);
        const binder = { variables, at, pattern: iteratedPair(variables, c.origin) };
        const derivative = symbolicReverse(w, binder, c, fresh);
        const type = iteratedProduct(inputs.map((input) => input.type));
        checkedAs(derivative, new Map([w, ...at].map((variable) => [variable.name, variable])), type);
      }),
      runs(),
    );
  });
});

describe('Proposition 3.4, determinacy', () => {
  /** Checks that E[R] or E[R_bool] is unique for every term that is not a value, and for its subterms. */
  const determined = (term: PaperTerm): void => {
    expect(decompositions(term).length, paperText(term)).toBe(isPaperValue(term) ? 0 : 1);
    for (const part of Object.values(term) as unknown[])
      if (typeof part === 'object' && part !== null && 'tag' in part && part.tag !== 'real' && part.tag !== 'predicate')
        if (!['type', 'domain', 'result', 'guard'].some((key) => Reflect.get(term, key) === part))
          determined(part as PaperTerm);
  };

  test('a term other than a value is E[R] or E[R_bool] in one way (Lemma 3.1)', () => {
    fc.assert(
      fc.property(fc.oneof(...ALL), ({ term }) => {
        determined(term);
      }),
      runs(),
    );
  });

  test('C and V are the same every time, whatever was evaluated before', () => {
    fc.assert(
      fc.property(paperPrograms(), (program) => {
        const one = caseOf(program);
        const first = literally(one);
        const again = [literally(one), literally(caseOf(program))];
        for (const found of again) {
          if (first.tag === 'undefined' || found.tag === 'undefined') expect(found).toEqual(first);
          else expect(sameUpToNames(found.value.term, first.value.term)).toBe(true);
        }
        expect(machineReals(one)).toEqual(machineReals(caseOf(program)));
      }),
      runs(0.3),
    );
  });
});

describe('Proposition 3.5, operational interpolation', () => {
  /** Checks that M => V iff M ~> C and C => V: in the machine and in the rules, which agree. */
  const interpolates = (program: PaperProgram): void => {
    const rules = paperRules();
    const environment = environmentOf(program);
    const direct = within(answer(() => rules.evaluate(environment, program.term)));
    const through = within(answer(() => rules.evaluateTrace(environment, rules.trace(environment, program.term))));
    const one = caseOf(program);
    const trace = literally(one);
    const machine = machineReals(one);
    fc.pre(!rules.isClose());
    expect(through).toEqual(direct);
    expect(machine.tag === 'undefined' ? machine.code : 'value').toBe(
      direct.tag === 'undefined' ? direct.code : 'value',
    );
    expect(trace.tag).toBe(machine.tag);
    if (direct.tag === 'undefined' || trace.tag === 'undefined' || machine.tag === 'undefined') return;
    const interpolated = literalReals(one, trace.value);
    if (interpolated.tag === 'undefined') throw new Error(`${interpolated.code} in C of\n${textOfProgram(program)}`);
    for (const reals of [realsOf(direct.value), machine.value])
      expect(sameReals(interpolated.value, reals, rules.largest()), textOfProgram(program)).toBe(true);
  };

  test('M => V iff M ~> C and C => V', () => {
    fc.assert(fc.property(paperPrograms(), interpolates), runs());
  });

  test('and where function bodies mention variables from outside', () => {
    fc.assert(fc.property(paperPrograms({ open: true }), interpolates), runs(0.3));
  });

  test('without derivatives, to the last bit', () => {
    fc.assert(
      fc.property(paperPrograms({ size: 60, derivatives: 0 }), (program) => {
        const one = caseOf(program);
        const machine = machineReals(one);
        const trace = literally(one);
        expect(trace.tag === 'value' ? literalReals(one, trace.value) : trace).toEqual(machine);
      }),
      runs(),
    );
  });

  test('a program that fails in its last redex has a C by the rules, and no V', () => {
    const program: PaperProgram = {
      inputs: [{ name: 'a', type: { tag: 'real' }, value: -1 }],
      term: { tag: 'operation', operation: 'log', argument: { tag: 'variable', name: 'a' } },
    };
    const rules = paperRules();
    expect(showTrace(rules.trace(environmentOf(program), program.term))).toBe('log(a)');
    const domain = { tag: 'undefined', code: 'domain' };
    expect(answer(() => rules.evaluate(environmentOf(program), program.term))).toEqual(domain);
    expect(literally(caseOf(program))).toEqual(domain);
    expect(machineReals(caseOf(program))).toEqual(domain);
  });
});

describe('Proposition 3.6, type safety', () => {
  test('V : T and C : T for M : T', () => {
    fc.assert(
      fc.property(fc.oneof(...ALL), (program) => {
        const type = typeOfProgram(program);
        const rules = paperRules();
        const value = within(answer(() => rules.evaluate(environmentOf(program), program.term)));
        if (value.tag === 'value') expect(typeOfClosed(value.value)).toEqual(type);
        const one = caseOf(program);
        expect(sameType(one.main.target, coreTypeOf(type))).toBe(true);
        const trace = literally(one);
        if (trace.tag === 'undefined') return;
        const { inputs, term } = trace.value;
        checkedAs(term, new Map(inputs.map((input) => [input.name, input])), type);
      }),
      runs(),
    );
  });
});
