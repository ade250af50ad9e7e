import { describe, expect, test } from 'vitest';
import type { EngineId } from '../ad/engine';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { reportJson } from './report';
import {
  agreeJson,
  agreeReport,
  checkJson,
  checkReport,
  deltaJson,
  deltaReport,
  traceJson,
  traceReport,
} from './reports';
import { runJson, runProgram } from './run-report';
import type { RunReportOptions } from './run-report';

const budget = { ...COMMAND_LINE_BUDGET, steps: 1e6 };

function ran(
  text: string,
  options: Partial<RunReportOptions> = {},
): { readonly status: number; readonly json: unknown } {
  const report = drain(runProgram([text], { budget, inputs: {}, ...options }));
  return { status: report.status, json: reportJson(report, [text], (body) => runJson(body, [text])) };
}

const VECTOR = 'input x : real = 3\ninput b : bool = true\n(x * x, (2 * x, 7))';

describe('reports', () => {
  test('run prints outputs, inputs, the derivative, watched values and the meter', () => {
    const { status, json } = ran('input x : real = 3\ninput n : int = 2\nlet y = watch "w" (x * x)\n4 * y');
    expect(status).toBe(0);
    expect(json).toMatchObject({
      ok: true,
      outputs: [{ type: 'real', value: 36 }],
      inputs: [
        { name: 'x', type: 'real', value: 3 },
        { name: 'n', type: 'int', value: 2 },
      ],
      derivative: { engine: 'compiled', value: { x: 24, n: null } },
      watch: { w: [9] },
      warnings: [],
    });
  });

  test('what is not real has no derivative', () => {
    const text =
      'input p : { a : real, n : int } = { a = 2, n = 3 }\ninput n : int = 4\ninput s : string = "s"\np.a * p.a * toReal n';
    expect(ran(text).json).toMatchObject({ derivative: { value: { p: { a: 16, n: null }, n: null, s: null } } });
    const report = drain(runProgram([text], { budget, inputs: {} }));
    expect([...(report.body?.derivative?.text ?? [])].join('')).toBe('∂p = { a = 16, n = _ }');
    const agreed = drain(agreeReport([text], { budget, inputs: {} }));
    const engines = agreed.body === undefined ? {} : agreeJson(agreed.body)['engines'];
    for (const column of Object.values(engines as Readonly<Record<string, object>>))
      if ('derivative' in column) expect(column.derivative).toMatchObject({ n: null, s: null });
  });

  test('a value that is too large when its parts are written out is an error at its place, for every report', () => {
    const text = `type Tree = Leaf real | Node (Tree * Tree)
let rec doubled (n : int, t) = if n = 0 then t else doubled (n - 1, Node (t, t))
input x : real = 1
doubled (40, Leaf x)`;
    const options = { budget: { ...budget, bytes: 1e7 }, inputs: {} };
    for (const report of [
      drain(runProgram([text], options)),
      drain(runProgram([text.replace('input x : real', 'let x         ')], options)),
      drain(agreeReport([text], options)),
      drain(traceReport([text], options)),
      drain(deltaReport([text], options)),
    ])
      expect(report).toMatchObject({
        diagnostics: [{ code: 'budget-memory', span: { start: text.indexOf('doubled (40') } }],
      });
  });

  test('run prints watched ints and bools as they were, whatever types a name is watched at', () => {
    const count =
      'let rec count (n : int) = if n <= 0 then n else count (watch "n" (n, 0.5) |> fst |> (fun k -> k - 1))';
    expect(ran(`${count}\ncount 3`).json).toMatchObject({
      watch: {
        n: [
          [3, 0.5],
          [2, 0.5],
          [1, 0.5],
        ],
      },
    });
    expect(ran('let a = watch "s" 1.5\nlet b = watch "s" true\na').json).toMatchObject({ watch: { s: [1.5, true] } });
  });

  test('run falls back to the next best engine, and says why', () => {
    const orders = Array.from({ length: 9 }, (_, i) => `let f${i + 1} y = deriv f${i} y\n`).join('');
    const high = `input x : real = 2\nlet f0 y = y ^ 10\n${orders}f9 x`;
    const declined = [{ engine: 'compiled', reason: expect.stringContaining('too high an order') as unknown }];
    expect(ran(high)).toMatchObject({
      status: 0,
      json: { derivative: { engine: 'tape', value: { x: 3628800 }, declined } },
    });
    expect(ran(high, { engine: 'compiled' })).toMatchObject({
      status: 1,
      json: { diagnostics: [{ code: 'unsupported', span: { start: { line: 3, column: 12 } } }] },
    });
    const plain: unknown = ran('input x : real = 2\nx * deriv sin x').json;
    expect(plain).toMatchObject({ derivative: { engine: 'compiled' } });
    expect(plain).not.toHaveProperty('derivative.declined');
  });

  test('run by trace-anf takes a trace that reverse does not', () => {
    const text = `input x : real = 0.9
let rec f n y = if n < 0.5 then 0 else y + f (n - 1) (y * 0.5)
(fold (g, a) -> a + deriv g x over [f 10001] from 0) * x`;
    const engine = 'trace-anf';
    expect(ran(text, { engine })).toMatchObject({ status: 0, json: { derivative: { engine, value: { x: 2 } } } });
    expect(ran(text, { engine: 'reverse' })).toMatchObject({
      status: 1,
      json: { diagnostics: [{ code: 'unsupported' }] },
    });
    const jacobian = ran(text.replace(/.*$/, '(x, deriv (f 10001) x)'), { engine, jacobian: true });
    expect(jacobian.json).toMatchObject({ derivative: { engine, value: [{ x: 1 }, { x: 0 }] } });
  });

  test('a program that cannot be differentiated says why, at a place', () => {
    const why = (text: string): unknown =>
      reportJson(drain(agreeReport([text], { budget, inputs: {} })), [text], agreeJson);
    const nothing = (message: string, line = 1): object => ({
      ok: false,
      diagnostics: [
        {
          code: 'nothing-to-differentiate',
          message: expect.stringContaining(message) as unknown,
          span: { start: { line, column: 1 } },
        },
      ],
    });
    expect(why('')).toMatchObject(nothing('does not end with an expression'));
    expect(why('let f x = x')).toMatchObject(nothing('does not end with an expression'));
    expect(why('1 + 2')).toMatchObject(nothing('no input'));
    expect(why('input x : real = 2\nfun y -> x')).toMatchObject(nothing('is or contains a function', 2));
  });

  test('a program that reaches a limit has exit status 3', () => {
    const report = drain(
      agreeReport(['input x : real = 2\nx * x * x'], { budget: { ...budget, steps: 2 }, inputs: {} }),
    );
    expect(report.status).toBe(3);
    expect(report.diagnostics).toMatchObject([{ code: 'budget-steps' }]);
  });

  test('run takes inputs, another engine, a cotangent or the Jacobian', () => {
    expect(ran('input x : real = 3\nx * x', { inputs: { x: 5 }, engine: 'trace-anf' }).json).toMatchObject({
      outputs: [{ value: 25 }],
      derivative: { engine: 'trace-anf', value: { x: 10 } },
    });
    expect(ran(VECTOR).json).toMatchObject({ derivative: null });
    expect(ran(VECTOR, { cotangent: [1, [1, 0]] }).json).toMatchObject({ derivative: { value: { x: 8, b: null } } });
    expect(ran(VECTOR, { jacobian: true }).json).toMatchObject({
      derivative: { value: [{ x: 6 }, { x: 2 }, { x: 0 }] },
    });
    expect(ran('1 + 2').json).toMatchObject({ outputs: [{ value: 3 }], derivative: null });
    expect(ran('input x : real = 3\nx', { inputs: { y: 5 } })).toMatchObject({ status: 1 });
    const engine = 'nothing' as EngineId; // the type of an engine from another version says nothing
    expect(ran('input x : real = 3\nx', { engine })).toMatchObject({ status: 1 });
  });

  test('the identity by cases has derivative 0 at 0, and a boundary warning', () => {
    const { status, json } = ran('input x : real = 0\nif x = 0 then 0 else x');
    expect(status).toBe(0);
    expect(json).toMatchObject({
      derivative: { value: { x: 0 } },
      warnings: [{ severity: 'warning', code: 'boundary' }],
    });
  });

  test('an undefined program has exit status 1 with the operation, its argument and its place', () => {
    const undefinedThere = (text: string): unknown => {
      const { status, json } = ran(text);
      expect(status).toBe(1);
      return json;
    };
    expect(undefinedThere('input x : real = 0\nif x <. 0 then 0 else x')).toMatchObject({
      diagnostics: [{ code: 'diagonal', message: expect.stringContaining('<.') as string }],
    });
    const place = { start: { line: 2, column: 1 } };
    expect(undefinedThere('let a = 1\nlog 0')).toMatchObject({ diagnostics: [{ code: 'domain', span: place }] });
    expect(undefinedThere('let a = 1\n1 / 0')).toMatchObject({ diagnostics: [{ code: 'domain', span: place }] });
    expect(undefinedThere('let a = 1\nexp 1000')).toMatchObject({ diagnostics: [{ code: 'not-finite', span: place }] });
  });

  test('a divergent program has exit status 3', () => {
    expect(ran('let rec f x = f (x + 1)\nf 0').status).toBe(3);
    const steps = { ...budget, steps: 1e4 };
    const text = 'input x : real = 1\nlet rec f x = f (x + 1)\nf x';
    expect(drain(agreeReport([text], { budget: steps, inputs: {} })).status).toBe(3);
  });

  test('check, trace, delta and agree have their JSON', () => {
    const text = 'input x : real = 2\nx * x';
    const options = { budget, inputs: {} };
    expect(reportJson(checkReport([text]), [text], (body) => checkJson(body, [text]))).toEqual({
      ok: true,
      diagnostics: [],
    });
    expect(checkReport(['1 +']).status).toBe(1);
    expect(reportJson(drain(traceReport([text], options)), [text], traceJson)).toEqual({
      ok: true,
      trace: 'let t2 : real = x * x in\nt2',
      derivative: [
        'let x : real = 2.0 in',
        'let t2 : real = x * x in',
        'let w : real = 1.0 in',
        "let t2' : real = w in",
        "let x' : real = t2' * x + t2' * x in",
        "x'",
      ].join('\n'),
      sizes: { trace: 5, derivative: 19 },
    });
    const delta = reportJson(drain(deltaReport([text], options)), [text], (body) => deltaJson(body, [text]));
    expect(delta).toMatchObject({
      ok: true,
      bindings: [{ id: 2, delta: 'Add (Scale (2, Var 1), Scale (2, Var 1))' }],
    });
    const agreed = drain(agreeReport([text], options));
    expect(reportJson(agreed, [text], agreeJson)).toMatchObject({
      ok: true,
      engines: { reverse: { status: 'ok', value: 4, derivative: { x: 4 } }, 'trace-anf': { status: 'ok' } },
      verdict: 'agree',
      maxRelativeDifference: 0,
    });
    expect(drain(traceReport(['1'], options)).status).toBe(1);
  });
});
