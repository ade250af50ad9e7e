import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../testing/abadi-plotkin/answer';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOfText,
  literally,
  literalReals,
  machineReals,
  PAPER_BUDGET,
  sameReals,
  definedValue,
  within,
} from '../../../testing/abadi-plotkin/cases';
import {
  closedOf,
  type PaperDerivative,
  type PaperInput,
  type PaperTerm,
  paperVariable,
  pairType,
  quotedValue,
  paperText,
  textOfType,
  typeOfProgram,
} from '../../../testing/abadi-plotkin/language';
import { denotation } from '../../../testing/abadi-plotkin/denotation';
import { showTrace } from '../../../testing/abadi-plotkin/reverse';
import { paperRules } from '../../../testing/abadi-plotkin/rules';
import { runs } from '../../../testing/runs';
import { drain } from '../../../semantics/task';
import { traceLiterally } from './evaluate';
import { dimension, traceSize, type TraceType } from './term';

function derivative(
  cotangent: PaperTerm,
  point: PaperTerm,
  { name, type }: PaperInput,
  body: PaperTerm,
): PaperDerivative {
  return { tag: 'derivative', cotangent, point, name, type, body };
}

/** Returns a v of the type, with reals that are not 0. */
function direction(name: string, type: TraceType): PaperInput {
  const reals = Array.from({ length: dimension(type) }, (_, at) => 0.75 - 0.4 * at);
  return { name, type, value: closedOf(type, reals) };
}

/** fd (fun (x : T) -> N) L M */
function forward({ name, type }: PaperInput, body: PaperTerm, point: PaperTerm, v: PaperTerm): string {
  return `(fd (fun (${name} : ${textOfType(type)}) -> ${paperText(body)}) ${argument(point)} ${argument(v)})`;
}

function argument(term: PaperTerm): string {
  return `(${paperText(term)})`;
}

/** Derivatives of derivatives are large; those that take long to evaluate are skipped. */
const MOST_NODES = 2000;

/** Returns the reals of a text, by the machine; those of its trace must be equal, unless it is too large. */
function realsOf(text: string, inputs: readonly PaperInput[]): readonly number[] {
  const lines = inputs.map(
    ({ name, type, value }) => `input ${name} : ${textOfType(type)} = ${paperText(quotedValue(value))}`,
  );
  const one = caseOfText([...lines, text].join('\n'), inputs);
  const machine = definedValue(machineReals(one));
  const trace = drain(traceLiterally(one.main, one.point, PAPER_BUDGET));
  if (trace.tag !== 'ok') expect(trace.diagnostic.code, text).toBe('unsupported');
  else if (traceSize(trace.value.term) < MOST_NODES) {
    const largest = Math.max(1, ...machine.map(Math.abs));
    expect(sameReals(definedValue(literalReals(one, trace.value)), machine, 10 * largest), text).toBe(true);
  }
  return machine;
}

function plus(left: readonly number[], right: readonly number[]): readonly number[] {
  return left.map((a, at) => a + (right[at] ?? NaN));
}

/** Requires that f = N at the inputs is defined, and that rounding decides nothing; returns the size of its numbers. */
function smoothAt(inputs: readonly PaperInput[], term: PaperTerm): number {
  const rules = paperRules();
  const environment = new Map(inputs.map(({ name, value }) => [name, value]));
  const [first] = inputs;
  if (first === undefined) throw new Error('an input');
  const w = quotedValue(closedOf(typeOfProgram({ inputs, term }), Array<number>(9).fill(1)));
  const found = within(
    answer(() => rules.evaluate(environment, derivative(w, paperVariable(first.name), first, term))),
  );
  fc.pre(found.tag === 'value' && !rules.isClose() && rules.largest() < 1e4);
  return rules.largest();
}

describe('Equation (6)', () => {
  test('the forward derivative is the reverse derivative of the reverse derivative, which is linear, at 0', () => {
    const terms = paperPrograms({ size: 3, derivatives: 0, inputs: [1, 1] });
    fc.assert(
      fc.property(terms, (program) => {
        const [x] = program.inputs;
        if (x === undefined) throw new Error('an input');
        const largest = smoothAt(program.inputs, program.term);
        const { term } = program;
        const result = typeOfProgram(program);
        const v = direction('v', x.type);
        const inputs = [x, v];
        const y: PaperInput = { name: 'w', type: result, value: closedOf(result, []) };
        const inner = derivative(paperVariable('w'), paperVariable(x.name), x, term);
        const nested = derivative(paperVariable('v'), quotedValue(closedOf(result, [])), y, inner);
        const text = forward(x, term, paperVariable(x.name), paperVariable('v'));

        const [a, b] = [realsOf(text, inputs), realsOf(paperText(nested), inputs)];
        expect(sameReals(a, b, largest), text).toBe(true);

        // M.fd_{U,L}(x : T. N) is evaluated symbolically as M.rd_{0_U}(y : U. y.rd_L(x : T. N)).
        const rules = paperRules();
        const environment = new Map(inputs.map(({ name, value }) => [name, value]));
        const expected = within(answer(() => rules.trace(environment, nested)));
        const lines = inputs.map(
          ({ name, type, value }) => `input ${name} : ${textOfType(type)} = ${paperText(quotedValue(value))}`,
        );
        const found = literally(caseOfText([...lines, text].join('\n'), inputs));
        fc.pre(!rules.isClose());
        expect(showTrace(definedValue(found).term), text).toBe(showTrace(definedValue(expected)));
      }),
      runs(0.5),
    );
  });
});

describe('derivatives with respect to two variables', () => {
  const terms = paperPrograms({ size: 3, derivatives: 0, inputs: [2, 2] });

  /** f(x, y) as a function of a pair: let x : T = fst(p) in let y : U = snd(p) in N. */
  const paired = (x: PaperInput, y: PaperInput, term: PaperTerm): readonly [PaperInput, PaperTerm] => {
    const p: PaperInput = { name: 'p', type: pairType(x.type, y.type), value: [x.value, y.value] };
    const second: PaperTerm = { tag: 'snd', pair: paperVariable('p') };
    const inner: PaperTerm = { tag: 'let', name: y.name, type: y.type, value: second, body: term };
    const first: PaperTerm = { tag: 'fst', pair: paperVariable('p') };
    return [p, { tag: 'let', name: x.name, type: x.type, value: first, body: inner }];
  };
  const both = (x: PaperTerm, y: PaperTerm): PaperTerm => ({ tag: 'pair', first: x, second: y });

  test('Equation (9): the forward derivative is the sum of those in each', () => {
    fc.assert(
      fc.property(terms, (program) => {
        const [x, y] = program.inputs;
        if (x === undefined || y === undefined) throw new Error('two inputs');
        const { term } = program;
        const largest = smoothAt(program.inputs, term);
        const [v, w] = [direction('v', x.type), direction('w', y.type)];
        const inputs = [x, y, v, w];
        const [at, up] = [
          [paperVariable(x.name), paperVariable(y.name)],
          [paperVariable('v'), paperVariable('w')],
        ] as const;
        const [p, whole] = paired(x, y, term);
        const together = realsOf(forward(p, whole, both(at[0], at[1]), both(up[0], up[1])), inputs);
        const apart = plus(
          realsOf(forward(x, term, at[0], up[0]), inputs),
          realsOf(forward(y, term, at[1], up[1]), inputs),
        );
        expect(sameReals(together, apart, largest), paperText(term)).toBe(true);
      }),
      runs(0.5),
    );
  });

  test('Equation (10): the reverse derivative is the pair of those in each', () => {
    const larger = paperPrograms({ size: 6, derivatives: 0, inputs: [2, 2] });
    fc.assert(
      fc.property(larger, (program) => {
        const [x, y] = program.inputs;
        if (x === undefined || y === undefined) throw new Error('two inputs');
        const { term } = program;
        const largest = smoothAt(program.inputs, term);
        const w = direction('w', typeOfProgram(program));
        const inputs = [x, y, w];
        const [p, whole] = paired(x, y, term);
        const at = both(paperVariable(x.name), paperVariable(y.name));
        const reverse = (point: PaperTerm, by: PaperInput, body: PaperTerm): PaperTerm =>
          derivative(paperVariable('w'), point, by, body);
        const together = reverse(at, p, whole);
        const apart = both(reverse(paperVariable(x.name), x, term), reverse(paperVariable(y.name), y, term));
        const reals = realsOf(paperText(together), inputs);
        expect(sameReals(reals, realsOf(paperText(apart), inputs), largest), paperText(term)).toBe(true);
        const environment = new Map(inputs.map(({ name, value }) => [name, value]));
        const meant = within(answer(() => denotation(apart, environment).value));
        expect(sameReals(reals, flat(definedValue(meant)), largest), paperText(term)).toBe(true);
      }),
      runs(0.5),
    );
  });
});

function flat(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(flat);
  return typeof value === 'number' ? [value] : [];
}
