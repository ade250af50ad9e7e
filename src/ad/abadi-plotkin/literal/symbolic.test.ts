import { describe, expect, test } from 'vitest';
import { compile } from '../../../semantics/compile';
import { MachineState } from '../../../semantics/state';
import { drain } from '../../../semantics/task';
import type { CoreProgram, Term } from '../../../language/core/tree';
import { let_, operation, variable } from '../../../language/core/builders';
import { variablePattern } from '../../../language/core/patterns';
import { NOWHERE } from '../../../language/source/span';
import { REAL } from '../../../language/types/type';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { checked, focusOf } from '../../../testing/checked';
import { PAPER_BUDGET } from '../../../testing/abadi-plotkin/cases';
import { showTrace } from '../../../testing/abadi-plotkin/reverse';
import type { Main } from '../../engine';
import { traceLiterally } from './evaluate';
import { SymbolicEvaluation } from './symbolic';
import { parts, traceSize, type TraceTerm } from './term';
import { typeOfTrace } from './types';
import { TRACE_LIMIT } from './writer';

function machineOf(program: CoreProgram): MachineState {
  return new MachineState(compile(program, { marks: true }), { budget: COMMAND_LINE_BUDGET });
}

/** Runs a program to its end, and returns what is observed after each step. */
function observe(
  text: string,
  mode: 'symbolic' | 'ordinary',
  see: (symbolic: SymbolicEvaluation, machine: MachineState) => void = () => undefined,
): SymbolicEvaluation {
  const machine = machineOf(checked(text));
  const symbolic = new SymbolicEvaluation([], mode);
  while (symbolic.step(machine) === 'running') see(symbolic, machine);
  see(symbolic, machine);
  return symbolic;
}

function bindingsOf(symbolic: SymbolicEvaluation): readonly string[] {
  return symbolic.segments.flatMap(({ bindings }) =>
    bindings.map(({ name, value }) => `${name} = ${showTrace(value)}`),
  );
}

describe('symbolic evaluation with the program’s own values for its inputs', () => {
  test('an input’s value is evaluated, and is not in C', () => {
    const symbolic = observe(
      'input a : real = 2\ninput b : real = (fun x -> x * a) (sin a)\nlet c = b * a\nc + b',
      'symbolic',
    );
    expect(symbolic.inputs.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(showTrace(symbolic.term())).toBe('let v1:real = multiply(<b, a>) in let v2:real = v1 in (v2 + b)');
  });

  test('meanwhile its bindings are in a segment of their own', () => {
    const kinds = new Set<string>();
    observe('input a : real = sin 2\na', 'symbolic', ({ segments }) => {
      kinds.add(segments.map(({ kind, bindings }) => `${kind} ${bindings.length}`).join());
    });
    expect([...kinds]).toEqual(['program 0,default 0', 'program 0,default 1', 'program 0']);
  });

  test('a step that fails adds nothing', () => {
    const symbolic = observe('let a = sin 2\nlet b = log (a - a)\nb', 'symbolic');
    expect(bindingsOf(symbolic)).toEqual(['t1 = sin(2)', 'a = t1', 't2 = subtract(<a, a>)']);
  });

  test('the value of a slot is what the rules write', () => {
    const found: unknown[] = [];
    observe('let a = sin 2\nlet f x = x * a\nf a', 'symbolic', (symbolic, machine) => {
      if (machine.depth === 1) found.push(symbolic.valueAt(machine.base));
    });
    expect(found[0]).toMatchObject({ tag: 'variable', name: 'x' });
  });

  test('segments are named after the construct that opened them', () => {
    const kinds = new Set<string>();
    observe('1 + (if 1.0 < 2.0 then rd (fun x -> sin x) 1.0 1.0 else 0)', 'symbolic', ({ segments }) => {
      kinds.add(segments.map(({ kind }) => kind).join());
    });
    expect([...kinds]).toEqual(['program', 'program,redex', 'program,redex,derivative']);
  });
});

describe('in ordinary evaluation', () => {
  const text = 'let a = sin 2\nlet d = rd (fun x -> (rd (fun y -> y * x) x 1.0) * x) a 1.0\nlet c = cos d\nc';

  test('terms are built only inside derivatives', () => {
    const seen: (readonly string[])[] = [];
    observe(text, 'ordinary', (symbolic) => {
      const bindings = bindingsOf(symbolic);
      expect(symbolic.segments[0]?.bindings).toEqual([]);
      if (symbolic.open().length === 0) expect(bindings).toEqual([]);
      else {
        expect(symbolic.open()).toEqual(symbolic.segments.slice(1));
        if (bindings.length > (seen.at(-1)?.length ?? 0)) seen.push(bindings);
      }
    });
    expect(seen.map((bindings) => bindings.length)).toEqual([1, 2]);
    expect(seen[0]).toEqual(['t1 = multiply(<y, x>)']);
  });

  test('the term of the outermost derivative has its own names and contains the inner ones', () => {
    const derived: string[] = [];
    const names: string[][] = [];
    observe(text, 'ordinary', (symbolic) => {
      const { derived: made } = symbolic;
      if (made === undefined || symbolic.open().length > 0 || derived.length > 0) return;
      derived.push(showTrace(made));
      const all: string[] = [];
      for (let rest = made; rest.tag === 'let'; rest = rest.body) all.push(rest.name);
      names.push(all);
    });
    expect(derived[0]).toContain('multiply_r');
    expect(names).toEqual([['x_1', 't2_1']]);
    const symbolic = observe(text, 'ordinary');
    expect([symbolic.problem, symbolic.past]).toEqual([undefined, undefined]);
  });

  test('it is not built if it is not wanted, but inner ones are', () => {
    const machine = machineOf(checked(text));
    const symbolic = new SymbolicEvaluation([], 'ordinary');
    symbolic.wantsDerived = false;
    let inner = 0;
    while (symbolic.step(machine) === 'running') {
      if (symbolic.open().length === 0) expect(symbolic.derived).toBeUndefined();
      else if (symbolic.derived !== undefined) inner++;
    }
    expect(inner).toBeGreaterThan(0);
    expect(symbolic.derived).toBeUndefined();
    expect(symbolic.result).toMatchObject({ tag: 'variable', name: 'c', type: { tag: 'real' } });
  });

  test('it has the type of the point, and of the result in forward mode', () => {
    const typeOf = (derivative: string): unknown => {
      const machine = machineOf(checked(`let a = sin 2\nlet d = ${derivative}\nd`));
      const symbolic = new SymbolicEvaluation([], 'ordinary');
      symbolic.wantsDerived = false;
      while (symbolic.step(machine) === 'running');
      return typeOfTrace(symbolic.result);
    };
    const real = { tag: 'real' };
    const pair = { tag: 'pair', first: real, second: real };
    expect(typeOf('rd (fun (x, y) -> x * y) (a, a) 1.0')).toEqual(pair);
    expect(typeOf('rd (fun x -> (x, a)) a (1.0, 1.0)')).toEqual(real);
    expect(typeOf('fd (fun x -> (x, a)) a 1.0')).toEqual(pair);
    expect(typeOf('fd (fun (x, y) -> x * y) (a, a) (1.0, 1.0)')).toEqual(real);
  });

  test('one that is too large is reported, and later ones are built', () => {
    const chain = 'let rec f (n : real * real) : real = if fst n < 0.5 then snd n else f (fst n - 1.0, sin (snd n))\n';
    const reasons: unknown[] = [];
    const symbolic = observe(
      `${chain}let a = rd (fun x -> f (30.0, x)) 1.0 1.0\nlet b = rd (fun x -> sin x) a 1.0\nb`,
      'ordinary',
      ({ past }) => {
        if (past !== undefined && reasons.length === 0) reasons.push(past);
      },
    );
    expect(reasons).toMatchObject([{ tag: 'too large', what: 'derivative' }]);
    expect(symbolic.problem).toBeUndefined();
    expect(symbolic.past).toBeUndefined();
    expect(symbolic.derived && showTrace(symbolic.derived)).toContain('sin_r');
  });

  test('nothing more is added to a derivative whose inner derivative is too large', () => {
    const chain = 'let rec f (n : real * real) : real = if fst n < 0.5 then snd n else f (fst n - 1.0, sin (snd n))\n';
    const counts = new Set<number>();
    const text = `${chain}rd (fun x -> (rd (fun y -> f (30.0, y)) x 1.0) * x + rd (fun y -> sin y) x 1.0) 1.0 1.0`;
    const symbolic = observe(text, 'ordinary', ({ problem, derived, segments }) => {
      if (problem === undefined) return;
      expect(derived).toBeUndefined();
      counts.add(segments.reduce((sum, { bindings }) => sum + bindings.length, 0));
    });
    expect([...counts]).toEqual([0]);
    expect(symbolic.past).toMatchObject({ tag: 'too large' });
  });

  test('outside derivatives values are closed, so no term mentions an unbound name', () => {
    const text = `let p = ([cos 0.0, 2.0], 3.0)
let rec total xs = match xs with [] -> 0.0 | x :: r -> x + total r
let y = fst (rd (fun (xs, a) -> (match xs with b :: _ -> a * b | [] -> a)) (1.0 :: fst p, snd p + total (fst p)) (snd p))
match fst p with z :: _ -> deriv (fun x -> x * z) (fold (x, s) -> x * s over y from 1.0) | [] -> 0.0`;
    const names: string[] = [];
    const free = (term: TraceTerm, bound: ReadonlySet<string>): void => {
      if (term.tag === 'variable' && !bound.has(term.name)) names.push(term.name);
      if (term.tag === 'let') {
        free(term.value, bound);
        free(term.body, new Set([...bound, term.name]));
      } else for (const part of parts(term)) free(part, bound);
    };
    let count = 0;
    observe(text, 'ordinary', ({ derived }, { instruction }) => {
      if (derived === undefined || instruction.term?.tag === 'derivative') return;
      count++;
      free(derived, new Set());
    });
    expect(count).toBeGreaterThan(1);
    expect(names).toEqual([]);
  });

  test('nothing is observed after an expression without a trace term', () => {
    const symbolic = observe(
      'let a = rd (fun x -> (fun _ -> x) (Delta.pure x)) 2.0 1.0\nlet b = rd (fun x -> sin x) a 1.0\nb',
      'ordinary',
    );
    expect(symbolic.problem).toMatchObject({ tag: 'outside' });
    expect([symbolic.past, symbolic.derived]).toEqual([undefined, undefined]);
    expect(symbolic.segments).toHaveLength(2);
  });
});

describe('the size of C', () => {
  /** let x = a in sin (... (sin x)), as the main expression of a program with the input a. */
  function sines(n: number): Main {
    const { main } = focusOf(checked('input a : real = 0.5\na'));
    const [input] = main.parameters;
    if (input === undefined) throw new Error('an input');
    const chain = Array.from({ length: n }).reduce<Term>((term) => operation('sin', [term]), variable('x', REAL));
    return { ...main, body: let_(variablePattern('x', REAL, NOWHERE), variable(input.name, REAL), chain) };
  }
  const point = { arguments: [0.5], cotangent: 1 };

  test('is at most TRACE_LIMIT', () => {
    // let x = a in: 2 nodes; each let t = sin(...) in: 3.
    const n = Math.floor((TRACE_LIMIT - 2) / 3);
    const largest = drain(traceLiterally(sines(n), point, PAPER_BUDGET));
    if (largest.tag !== 'ok') throw new Error(largest.diagnostic.message);
    expect(traceSize(largest.value.term)).toBe(3 * n + 1);
    expect(drain(traceLiterally(sines(n + 1), point, PAPER_BUDGET))).toMatchObject({
      tag: 'failed',
      diagnostic: { message: 'the trace term has more than 100,000 nodes' },
    });
  });

  test('counts bindings inside redexes once', () => {
    const n = 200;
    const text = `input a : real = 0.5\nlet rec f n = if n < 0.5 then a else 1.0 + f (n - 1.0) in f ${n}.0`;
    const outcome = drain(traceLiterally(focusOf(checked(text)).main, point, PAPER_BUDGET));
    if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
    // let x = n in let t = x - 1 in let t' = ... in 1 + t'
    const size = 11 * n + 3;
    expect(traceSize(outcome.value.term)).toBe(size);
    // The redexes are nested.
    expect((size * n) / 2).toBeGreaterThan(TRACE_LIMIT);
  });
});
