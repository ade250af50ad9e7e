import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { run } from '../../../semantics/evaluate';
import { drain } from '../../../semantics/task';
import { answer } from '../../../testing/abadi-plotkin/answer';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOf,
  environmentOf,
  literally,
  literalReals,
  machineReals,
  PAPER_BUDGET,
  type PaperCase,
  sameReals,
  definedValue,
  within,
} from '../../../testing/abadi-plotkin/cases';
import { approximant } from '../../../testing/abadi-plotkin/contexts';
import { denotation } from '../../../testing/abadi-plotkin/denotation';
import {
  closedOf,
  type PaperProgram,
  type PaperTerm,
  paperVariable,
  quotedValue,
  realsOf,
  textOfProgram,
  typeOfProgram,
} from '../../../testing/abadi-plotkin/language';
import { showTrace } from '../../../testing/abadi-plotkin/reverse';
import { paperRules } from '../../../testing/abadi-plotkin/rules';
import { runs } from '../../../testing/runs';
import { agree } from '../../agree';
import { executableOf, inputsAt } from '../../executable';
import { numeric } from '../../numeric/engine';
import { pointReals, pointWith } from '../../point';
import { traceAnf } from '../anf/engine';
import { traceLiteral } from './engine';

describe('Theorem 6.1, reverse-mode differentiation', () => {
  /** Checks the literal derivative against the machine's sweep, and central differences within their error. */
  const correct = (program: PaperProgram): void => {
    const { text, main, point } = caseOf(program);
    fc.pre(machineReals({ text, main, point }).tag === 'value');
    const engines = [traceAnf, traceLiteral, numeric];
    const { verdict, columns } = drain(agree(main, point, { engines, budget: PAPER_BUDGET, now: () => 0 }));
    fc.pre(columns[1]?.status !== 'unsupported');
    expect(verdict, `${text}\n${JSON.stringify(columns, undefined, 1)}`).not.toBe('disagree');
    if (verdict === 'agree') expect(columns[1]?.status).toBe('ok');
  };

  test('W.R_V(x : T. C) evaluates to what rd gives, and to the derivative, for any trace term C', () => {
    const terms = paperPrograms({ control: false, derivatives: 0, size: 12, inputs: [1, 3] });
    fc.assert(fc.property(terms, correct), runs());
  });

  test('and for the trace terms of programs', () => {
    fc.assert(fc.property(paperPrograms({ size: 10, derivatives: 1 }), correct), runs());
  });

  test('W.R_V(x : T. C) means d^r of C at V', () => {
    const terms = paperPrograms({ control: false, derivatives: 0, size: 12, inputs: [1, 1] });
    fc.assert(
      fc.property(terms, (program) => {
        const [x] = program.inputs;
        if (x === undefined) throw new Error('an input');
        const { main, point, text } = caseOf(program);
        const w = quotedValue(closedOf(typeOfProgram(program), Array<number>(9).fill(1)));
        const term: PaperTerm = {
          tag: 'derivative',
          cotangent: w,
          point: paperVariable(x.name),
          name: x.name,
          type: x.type,
          body: program.term,
        };
        const meant = answer(() => denotation(term, environmentOf(program)).value);
        const rules = paperRules();
        const largest = answer(() => rules.evaluate(environmentOf(program), term));
        const found = drain(traceLiteral.run(main, point, PAPER_BUDGET));
        fc.pre(largest.tag === 'value' && !(found.tag === 'failed' && found.diagnostic.code === 'unsupported'));
        if (found.tag !== 'ok') throw new Error(`${found.diagnostic.message}\n${text}`);
        const reals = pointReals(main, { ...point, arguments: found.value.derivative });
        expect(sameReals(reals, realsOf(definedValue(meant)), rules.largest()), text).toBe(true);
      }),
      runs(),
    );
  });
});

describe('Theorem 6.2, operational correctness', () => {
  test('(1) the value of M is its denotation', () => {
    fc.assert(
      fc.property(paperPrograms({ open: true }), (program) => {
        const rules = paperRules();
        const environment = environmentOf(program);
        within(answer(() => rules.evaluate(environment, program.term)));
        const machine = machineReals(caseOf(program));
        const meant = within(answer(() => denotation(program.term, environment).value));
        fc.pre(!rules.isClose());
        expect(meant.tag === 'undefined' ? meant.code : 'value', textOfProgram(program)).toBe(
          machine.tag === 'undefined' ? machine.code : 'value',
        );
        if (meant.tag === 'undefined' || machine.tag === 'undefined') return;
        expect(sameReals(machine.value, realsOf(meant.value), rules.largest()), textOfProgram(program)).toBe(true);
      }),
      runs(),
    );
  });

  const decisionsAt = ({ main, point }: PaperCase): number | undefined => {
    const options = { budget: PAPER_BUDGET, inputs: inputsAt(main, point), decisions: true };
    const outcome = drain(run(executableOf(main), options));
    return outcome.tag === 'ok' ? outcome.value.decisions : undefined;
  };
  const moved = (one: PaperCase, by: readonly number[], radius: number): PaperCase => {
    const reals = pointReals(one.main, one.point).map((real, at) => real + radius * (by[at % by.length] ?? 0));
    return { ...one, point: { ...one.point, arguments: pointWith(one.main, one.point, reals) } };
  };

  test('(2) C equals M near the point: wherever M takes the same branches', () => {
    const direction = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 8, maxLength: 8 });
    const directions = fc.tuple(direction, direction).map((all) => all.map((each) => each.map((n) => n / 1000)));
    fc.assert(
      fc.property(paperPrograms(), directions, (program, samples) => {
        const one = caseOf(program);
        const rules = paperRules();
        within(answer(() => rules.evaluate(environmentOf(program), program.term)));
        const found = literally(one);
        fc.pre(found.tag === 'value' && !rules.isClose());
        const c = definedValue(found);
        const here = decisionsAt(one);
        let compared = 0;
        for (const by of samples) {
          for (const radius of [1, 0.1, 1e-2, 1e-4, 1e-7]) {
            const near = moved(one, by, radius);
            const machine = machineReals(near);
            if (machine.tag === 'undefined' || decisionsAt(near) !== here) continue;
            compared++;
            const reals = literalReals(near, c);
            const text = `${one.text}\nat ${JSON.stringify(near.point.arguments)}`;
            if (reals.tag === 'undefined') throw new Error(`${reals.code}: ${text}`);
            const largest = 10 * rules.largest() * Math.max(1, ...machine.value.map(Math.abs));
            expect(sameReals(reals.value, machine.value, largest), text).toBe(true);
          }
        }
        // Nothing is comparable if the point is on the boundary of two branches.
        fc.pre(compared > 0);
      }),
      runs(0.5),
    );
  });
});

describe('Lemmas 6.5 and 6.6, approximants', () => {
  /** Deep enough for the generated programs. */
  const DEEPEST = 5;

  test('a defined approximant agrees with the program; a defined program has a defined approximant, and all later ones are defined', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          paperPrograms({ derivatives: 2 }),
          paperPrograms({ derivatives: 1, open: true }),
          paperPrograms({ derivatives: 1, recursive: true }),
        ),
        (program) => {
          const one = caseOf(program);
          const whole = literally(one);
          const codes: string[] = [];
          for (let n = 0; n <= DEEPEST; n++) {
            const approximate = literally(one, n);
            if (approximate.tag === 'undefined') {
              // If the program is undefined, the approximant may fail in the same way.
              expect(['approximant', whole.tag === 'undefined' ? whole.code : '']).toContain(approximate.code);
              codes.push('undefined');
              continue;
            }
            codes.push('defined');
            if (whole.tag === 'undefined') throw new Error(`${n}: ${one.text}`);
            expect(showTrace(approximate.value.term)).toBe(showTrace(whole.value.term));
            expect(approximate.value.run.outputs).toEqual(whole.value.run.outputs);
          }
          expect(codes.at(-1)).toBe(whole.tag === 'value' ? 'defined' : 'undefined');
          expect(codes, one.text).toEqual([...codes].sort((a, b) => b.localeCompare(a)));
        },
      ),
      runs(0.5),
    );
  });

  test('the n-th approximant is defined where the rules of Figure 8 define it', () => {
    const programs = [true, false].map((recursive) => paperPrograms({ derivatives: 1, size: 20, recursive }));
    fc.assert(
      fc.property(fc.oneof(...programs), fc.integer({ min: 0, max: 4 }), (program, n) => {
        const rules = paperRules();
        const environment = environmentOf(program);
        const limited = approximant(program.term, n);
        const expected = within(answer(() => rules.evaluate(environment, limited)));
        const c = within(answer(() => rules.trace(environment, limited)));
        const found = literally(caseOf(program), n);
        fc.pre(!rules.isClose());
        if (found.tag === 'undefined') {
          expect(expected, textOfProgram(program)).toEqual(found);
        } else {
          expect(expected.tag).toBe('value');
          expect(showTrace(found.value.term), textOfProgram(program)).toBe(showTrace(definedValue(c)));
        }
      }),
      runs(),
    );
  });
});
