import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isPicture } from '../ad/main';
import { traceAnf } from '../ad/abadi-plotkin/anf/engine';
import { PullbackError } from '../compile/module/glue/error';
import { holdsReal } from '../compile/module/types';
import { outside } from '../compile/module/values';
import { programCells } from '../notebook/document';
import { parseMetadata } from '../notebook/metadata';
import { parseNotebook } from '../notebook/parse';
import { primal } from '../semantics/present';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { loadWhole } from './loader';
import { compile } from './model';
import { moduleReport } from './module-report';
import { findPoint, readInputs, reference } from './program';

const options = { budget: COMMAND_LINE_BUDGET, inputs: {} };

interface Model {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly value: (inputs?: object) => unknown;
  readonly gradient: (inputs?: object, cotangent?: unknown) => { readonly value: unknown; readonly gradient: object };
  readonly directional: (inputs: object, direction: object) => { readonly value: unknown; readonly tangent: unknown };
}

/** Compiles a program to a module and imports it. */
async function imported(...texts: readonly string[]): Promise<Model> {
  const { body, diagnostics } = drain(moduleReport(texts, 'model.pbk', options));
  if (body === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return (await import(`data:text/javascript,${encodeURIComponent(body.module)}`)) as Model;
}

function thrown(use: () => unknown): PullbackError {
  try {
    use();
  } catch (error) {
    return error as PullbackError; // of the module's own class
  }
  throw new Error('nothing was thrown');
}

describe('a module', () => {
  test('has the value, the gradient and the derivative in a direction', async () => {
    const model = await imported('input x : real = 3\ninput w : array real = toArray [1, 2]\nx * x + sum w');
    expect(model.defaults).toEqual({ x: 3, w: Float64Array.of(1, 2) });
    expect(model.value()).toBe(12);
    expect(model.value({ x: 1 })).toBe(4);
    expect(model.gradient({ x: 5 }, 2)).toEqual({ value: 28, gradient: { x: 20, w: Float64Array.of(2, 2) } });
    expect(model.directional({ x: 5 }, { x: 2 })).toEqual({ value: 28, tangent: 20 });
    expect(model.directional({}, { w: Float64Array.of(1, 2) })).toEqual({ value: 12, tangent: 3 });
  });

  test('takes and returns values of every type', async () => {
    const text = `type Tree = Leaf | Node (Tree * real * Tree)
input t : Tree = Node (Leaf, 1, Leaf)
input p : { on : bool, name : string, at : list (real * int) } = { on = true, name = "a\\u{1F600}", at = [(1, 2), (3, 4)] }
input s : (unit + real) = inl ()
input m : array (array real) = toArray [toArray [1, 2], toArray []]
input __proto__ : int = 7
input a : array (real * bool) = toArray [(1, true)]
(t, p, s, m, __proto__, a, ())
`.replace('\\u{1F600}', '😀');
    const model = await imported(text);
    const { t, p, s, m, a } = model.defaults;
    expect(model.value()).toEqual([t, p, s, m, 7, a, []]);
    const given = {
      t: { tag: 'Node', value: [t, -2, { tag: 'Leaf' }] },
      p: { on: false, name: 'é', at: [] },
      s: { tag: 'inr', value: 4 },
      m: [Float64Array.of(5)],
      ['__proto__']: 8,
      a: [],
    };
    expect(model.value(given)).toEqual([given.t, given.p, given.s, given.m, 8, given.a, []]);
    const { gradient } = model.gradient(given);
    expect(gradient).toMatchObject({ s: { tag: 'inr', value: 1 }, m: [Float64Array.of(1)] });
    expect(Object.keys(gradient)).toEqual(['t', 'p', 's', 'm', 'a']); // an int has no derivative
  });

  test('takes data of any depth and size', async () => {
    const text = `type Nat = Zero | Next Nat
input n : Nat = Zero
input xs : list real = []
let rec size m acc = match m with Zero -> acc | Next k -> size k (acc + 1)
(size n 0 + sum xs, n)
`;
    const model = await imported(text);
    let n: object = { tag: 'Zero' };
    for (let i = 0; i < 100_000; i++) n = { tag: 'Next', value: n };
    const [sum, same] = model.value({ n, xs: new Array(100_000).fill(0.5) }) as [number, object];
    expect(sum).toBe(150_000);
    let depth = 0;
    for (let at = same as { value?: object }; at.value !== undefined; at = at.value) depth++;
    expect(depth).toBe(100_000);
  });

  test('holds no state: its defaults and results can be changed, and a call that throws leaves it as it was', async () => {
    const model = await imported('input w : array real = toArray [1, 2]\n(log (sum w), w)');
    const { w } = model.defaults as { w: Float64Array };
    w[0] = 100;
    const before = model.value();
    expect(before).toEqual([Math.log(3), Float64Array.of(1, 2)]);
    expect(thrown(() => model.value({ w: Float64Array.of(-1) })).code).toBe('domain');
    expect(thrown(() => model.value({ w: [1] })).code).toBe('input-value');
    expect(model.value()).toEqual(before);
    // An input whose getter calls the model again.
    const sly = {
      get w() {
        return (model.value({ w: Float64Array.of(5, 5) }) as [number, Float64Array])[1];
      },
    };
    expect(model.value(sly)).toEqual([Math.log(10), Float64Array.of(5, 5)]);
  });

  test('says what is wrong with its inputs, and where', async () => {
    const text = `input w : array (array real) = toArray []
input n : int = 1
type Shape = Dot | Box (real * real)
input s : list Shape = []
sum (map sum w)
`;
    const model = await imported(text);
    const said = (inputs: object): unknown => {
      const { code, message, place, path } = thrown(() => model.value(inputs));
      return [code, message, place.line, path];
    };
    const unfit = 'the value given for';
    expect(said({ v: 1 })).toEqual(['unknown-input', 'there is no input v', 5, 'v']);
    expect(said({ n: 1.5 })).toEqual([
      'input-value',
      `${unfit} n does not fit: expected a whole number between -(2^53 - 1) and 2^53 - 1, found 1.5`,
      2,
      'n',
    ]);
    expect(said({ w: [Float64Array.of(1), [1]] })).toEqual([
      'input-value',
      `${unfit} w does not fit: expected a Float64Array at [1], found [1]`,
      1,
      'w[1]',
    ]);
    expect(said({ w: [Float64Array.of(1, NaN)] })).toEqual([
      'input-value',
      `${unfit} w does not fit: expected a finite number at [0][1], found NaN`,
      1,
      'w[0][1]',
    ]);
    expect(said({ w: [Float32Array.of(1, 2)] })).toEqual([
      'input-value',
      `${unfit} w does not fit: expected a Float64Array at [0], found a Float32Array`,
      1,
      'w[0]',
    ]);
    expect(said({ n: 3n })).toEqual([
      'input-value',
      `${unfit} n does not fit: expected a whole number between -(2^53 - 1) and 2^53 - 1, found a BigInt`,
      2,
      'n',
    ]);
    expect(said({ s: [{ tag: 'Dot' }, { tag: 'Box', value: [1, '2'] }] })).toEqual([
      'input-value',
      `${unfit} s does not fit: expected a finite number at [1].2, found "2"`,
      4,
      's[1].2',
    ]);
    expect(said({ s: [{ tag: 'Ring' }] })).toEqual([
      'input-value',
      `${unfit} s does not fit: expected an object { "tag": ..., "value": ... } with one of the tags Dot, Box at [0], found {"tag":"Ring"}`,
      4,
      's[0]',
    ]);
    expect(said({ s: [{ tag: 'Dot', value: 3 }] })).toEqual([
      'input-value',
      `${unfit} s does not fit: Dot takes no "value" at [0]`,
      4,
      's[0]',
    ]);
    expect(model.value({ s: [{ tag: 'Dot', value: undefined }] })).toBe(0);
    expect(thrown(() => model.value([] as object)).code).toBe('input-value');
    expect(thrown(() => model.gradient({}, [1])).code).toBe('cotangent');
  });

  test('compares the shapes of cotangents and directions', async () => {
    const model = await imported('input x : list real = [1, 2]\nmap (fun y -> y * y) x');
    expect(model.gradient({}, [1, 2])).toEqual({ value: [1, 4], gradient: { x: [2, 8] } });
    expect(thrown(() => model.gradient({}, [1])).code).toBe('shape');
    expect(thrown(() => model.directional({}, { x: [1] })).code).toBe('shape');
  });

  test('names a derivative that is not finite, where the value is', async () => {
    const model = await imported('input x : real = 1\nx * x\n  + 1 / x');
    const { code, message, place } = thrown(() => model.gradient({ x: 1e-200 }));
    expect({ code, message, place }).toEqual({
      code: 'not-finite',
      message: 'the derivative of / overflowed here',
      place: { line: 3, column: 5 },
    });
  });

  test('stops a hostile program at its budget', () => {
    const limits = { steps: 1e5, memory: 1e6 };
    const code = (text: string): string => thrown(() => compile([`input x : real = 1\n${text}`], limits).value()).code;
    expect(code('let rec f (y : real) : real = f y in f x')).toBe('budget-steps');
    expect(code('let rec f (y : real) : real = if y > 2 then y else f (y / 2) in f x')).toBe('budget-steps');
    expect(code('let rec f (y : real) : real = 1 + f (y + 1) in f x')).toMatch(/^budget-/u);
    expect(code('sum (build 1000000000 toReal)')).toMatch(/^budget-/u);
    expect(
      code('let rec grow (n : int) xs = if n = 0 then sum xs else grow (n - 1) (xs ++ xs) in grow 60 [x]'),
    ).toMatch(/^budget-/u);
    const model = compile(['input w : array real = toArray [1]\nsum w'], limits);
    expect(thrown(() => model.value({ w: new Float64Array(1e6) })).code).toBe('budget-memory');
    expect(model.value()).toBe(1);
  });

  test('imports functions of numbers alone', () => {
    const report = drain(moduleReport(['input x : real = 3\nx * x + erf x'], 'model.pbk', options));
    const { module = '', wat = '' } = report.body ?? {};
    const imports = wat.match(/\(import .*/gu) ?? [];
    expect(imports).toContain('(import "operations" "erf" (func $erf (param f64) (result f64)))');
    for (const each of imports)
      expect(each).toMatch(/^\(import "operations" "\w+" \(func \$\w+( \(param( f64)+\)) \(result f64\)\)\)$/u);
    expect(module).not.toMatch(/\beval\b|\bFunction\b|\bfetch\b|\bimport\b/u);
  });

  test('is refused where no host would take it', () => {
    const names = Array.from({ length: 1100 }, (_, i) => `a${i}`);
    const [types, ones] = [names.map(() => 'real').join(' * '), names.map(() => '1').join(', ')];
    const text = `input t : ${types} = (${ones})\nlet (${names.join(', ')}) = t\n${names.join(' + ')}`;
    const { body, diagnostics } = drain(moduleReport([text], 'model.pbk', options));
    expect(body).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['unsupported']);
  });

  test.each(['x * x', 'x * y + sin x', '(1 - x) ^ 2 + 100 * (y - x ^ 2) ^ 2'])('is small: %s', (body) => {
    const text = `input x : real = 3\ninput y : real = 2\n${body}`;
    const { module = '' } = drain(moduleReport([text], 'model.pbk', options)).body ?? {};
    expect(module.length).toBeGreaterThan(1000);
    expect(module.length).toBeLessThan(10_000);
  });
});

describe('the examples', () => {
  const names = readdirSync('public/notebooks').filter((name) => name.endsWith('.md'));
  const seen = { compared: 0, refused: 0 };

  test.each(names)('%s: a module has the value of the machine, and the gradient of its trace', async (name) => {
    const notebook = parseNotebook(readFileSync(`public/notebooks/${name}`, 'utf8'));
    const texts = programCells(notebook);
    const loaded = loadWhole(texts);
    if (loaded.tag === 'wrong') return;
    const { program } = loaded;
    const { body, diagnostics } = drain(moduleReport(texts, name, options));
    if (body === undefined) {
      expect(diagnostics.map(({ code }) => code)).toEqual(['unsupported']);
      seen.refused++;
      return;
    }
    const model = (await import(`data:text/javascript,${encodeURIComponent(body.module)}`)) as Model;
    const inputs = readInputs(program, {});
    if (inputs.tag !== 'ok') throw new Error('the inputs');
    const run = drain(reference(program, inputs.value, COMMAND_LINE_BUDGET, false));
    if (run.tag !== 'ok') {
      // A module computes the last output alone, and an earlier one can have an error of its own.
      const stated = parseMetadata(notebook.frontMatter).expects.map(({ error }) => error);
      expect(stated).toContain(run.diagnostic.code);
      expect(stated).toContain(thrown(() => model.value()).code);
      return;
    }
    const outputs = program.core.items.flatMap((item) => (item.tag === 'output' ? [item] : []));
    const at = outputs.findLastIndex((item) => !isPicture(item));
    const { type } = outputs[at]?.term ?? {};
    if (type === undefined) throw new Error('no output');
    const { variants } = program.core;
    near(model.value(), outside(primal(run.value.outputs[at], type, variants), type, variants));
    seen.compared++;
    const { focus } = program;
    if (focus?.point.from !== 'inputs') return;
    const point = drain(findPoint(focus, run.value, COMMAND_LINE_BUDGET));
    if (point.tag !== 'ok') throw new Error('no point');
    const theirs = drain(traceAnf.run(focus.main, point.value, COMMAND_LINE_BUDGET));
    if (theirs.tag !== 'ok') throw new Error(theirs.diagnostic.message);
    const { parameters } = focus.main;
    const expected = parameters.flatMap(({ label, type: own }, i): readonly (readonly [string, unknown])[] =>
      holdsReal(own, variants) ? [[label, outside(theirs.value.derivative[i], own, variants)]] : [],
    );
    near(model.gradient().gradient, Object.fromEntries(expected));
  });

  test('are nearly all compiled', () => {
    expect(seen.compared).toBeGreaterThan(0.8 * names.length);
    expect(seen.refused).toBeLessThan(0.2 * names.length);
  });
});

/** Expects values whose reals differ by rounding at most. */
function near(ours: unknown, theirs: unknown): void {
  if (typeof theirs === 'number') {
    const difference = Math.abs((ours as number) - theirs);
    expect(difference, `${String(ours)} instead of ${theirs}`).toBeLessThanOrEqual(
      1e-12 * Math.max(1, Math.abs(theirs)),
    );
  } else if (typeof theirs === 'object' && theirs !== null) {
    const [mine, other] = [Object.entries(ours as object), Object.entries(theirs)];
    expect(mine.map(([key]) => key)).toEqual(other.map(([key]) => key));
    mine.forEach(([, value], i) => {
      near(value, other[i]?.[1]);
    });
  } else expect(ours).toBe(theirs);
}
