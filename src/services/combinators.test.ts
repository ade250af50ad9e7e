import { expect, test } from 'vitest';
import type { CombinatorsPayload, RunPayload } from '../protocol/combinators';
import { PAGE_BUDGET } from '../semantics/outcome';
import { recordRun, seedsOf } from '../ad/recording';
import { newMeter } from '../semantics/outcome';
import { ROWS } from '../semantics/rows';
import { backward } from '../semantics/sweep';
import { drain } from '../semantics/task';
import { COPY } from '../semantics/trace';
import { checked, focusOf } from '../testing/checked';
import { regression } from '../testing/regression';
import { combinatorsAnswer } from './combinators';
import { loadWhole } from './loader';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function answer(program: string, part?: number) {
  const question = { cells: [program], cell: 0, inputs: {}, budget: BUDGET, part };
  return drain(combinatorsAnswer(loadWhole([program]), question));
}

function payloadOf(program: string): CombinatorsPayload {
  const reply = answer(program);
  if (reply.state !== 'ok') throw new Error(JSON.stringify(reply.diagnostics));
  return reply.payload;
}

/** Returns the runs of a version, simply typed first. */
function runsOf({ versions }: CombinatorsPayload, at: 0 | 1): readonly RunPayload[] {
  const version = versions[at];
  if (version?.status !== 'ok' || version.runs === undefined) throw new Error('no runs');
  return version.runs;
}

const CAPTURED = 'input x : real = 2\nlet f = fun y -> x * y\nf 3 + f 4';

test('the nodes of a term name the functions they make, and the functions whose bodies they are', () => {
  const { nodes } = payloadOf(CAPTURED);
  const made = nodes.flatMap(({ name }, i) => (name === undefined ? [] : [[name, nodes[i + 1]?.bodyOf]]));
  expect(made).toEqual([
    ['λ f', 'λ f'],
    ['λ y', 'λ y'],
  ]);
  const mutual = payloadOf(
    'input x : real = 2\nlet rec even n = if n = 0 then x else odd (n - 1) and odd n = if n = 0 then 0 else even (n - 1)\neven 2',
  );
  expect(mutual.nodes.flatMap(({ name }) => name ?? [])).toContain('even, odd');
  expect(mutual.nodes.flatMap(({ bodyOf }) => bodyOf ?? [])).toEqual(expect.arrayContaining(['even', 'odd']));
});

test('bodies that are called, or run again, know their argument', () => {
  const payload = payloadOf(CAPTURED);
  const bodies = (at: 0 | 1, as: RunPayload['as']): readonly string[] =>
    runsOf(payload, at).flatMap(({ as: is, argument, node }) =>
      is === as && argument !== undefined ? [`${payload.nodes[node]?.bodyOf ?? ''} ${argument}`] : [],
    );
  expect(bodies(0, 'again')).toEqual(['λ f <function>', 'λ y 3', 'λ y 4']);
  expect(bodies(1, 'again')).toEqual([]);
  expect(bodies(1, 'part')).toEqual(['λ f <function>', 'λ y 3', 'λ y 4']);
  const built = payloadOf('input x : real = 2\nsum (build 2 (fun i -> x))');
  expect(runsOf(built, 1).flatMap(({ argument }) => argument ?? [])).toEqual(expect.arrayContaining(['0', '1']));
});

test('the runs of a version come parents first, and are as many as ran', () => {
  const payload = payloadOf(CAPTURED);
  for (const at of [0, 1] as const) {
    const runs = runsOf(payload, at);
    runs.forEach(({ parent }, i) => {
      expect(parent).toBeLessThan(i);
    });
    const version = payload.versions[at];
    expect(version?.status === 'ok' && version.meter.nodes).toBe(runs.length);
  }
});

test('a program with nothing to differentiate is not an error, and an error has diagnostics', () => {
  expect(answer('1 + 1')).toEqual({ state: 'error', diagnostics: [] });
  expect(answer('input x : real = 0\nlog x')).toMatchObject({ state: 'error', diagnostics: [{ severity: 'error' }] });
});

test('the term of a long descent, nested thousands deep, is printed with … for its innermost part', () => {
  const { lines, text } = payloadOf(`input rate : real = 0.01
let loss (a, b) = sum (map (fun (x, y) -> (y - a * x - b) ^ 2) [(1, 2.1), (2, 3.9), (3, 6.2)])
let rec descend (a, b, n : int) =
  if n = 0 then (a, b)
  else
    let (ga, gb) = fold (f, _) -> grad f (a, b) over [loss] from (0, 0) in
    descend (a - rate * ga, b - rate * gb, n - 1)
loss (descend (0, 0, 250) |> fun (a, b) -> (a, b))`);
  expect(lines.length).toBeGreaterThan(0);
  expect(text).toContain('…');
});

test('a trace that is too long is shown by calls; the derivative of a call is what it adds to the adjoints', () => {
  // Only the run tells which function is differentiated, so the program is shown through its trace.
  const program = regression(40, 60).replace(
    'grad loss (a, b)',
    'fold (f, _) -> grad f (a, b) over [loss] from (0, 0)',
  );
  const whole = payloadOf(program);
  expect(whole.parts?.entries).toBeGreaterThan(20_000);
  const wanted = whole.parts?.choices.find(({ label }) => label.startsWith('step 7, '));
  const reply = answer(program, wanted?.part);
  if (reply.state !== 'ok') throw new Error(JSON.stringify(reply.diagnostics));
  const { parts, leaves, versions } = reply.payload;
  expect(parts?.shown).toBe(wanted?.part);

  const { main, point } = focusOf(checked(program));
  const recorded = drain(recordRun(main, point, BUDGET));
  if (recorded.tag !== 'ok') throw new Error(recorded.diagnostic.message);
  const { trace } = recorded.value;
  const adjoints = backward(trace, seedsOf(main, recorded.value, point.cotangent) ?? [], newMeter());
  if ('tag' in adjoints) throw new Error('no adjoints');
  const [first = 0, last = 0] = [...(wanted?.label.matchAll(/t(\d+)/g) ?? [])].map(([, digits]) => Number(digits) - 1);
  const expected = leaves.map((leaf) => {
    const entry = leaf === 'rate' ? 0 : Number(leaf.slice(1)) - 1;
    let sum = 0;
    for (let user = first; user <= last; user++)
      [trace.left[user] ?? -1, trace.right[user] ?? -1].forEach((operand, k) => {
        const partials = ROWS[trace.operations[user] ?? 0]?.partials;
        const [x, y] = [trace.valueOf(trace.left[user] ?? -1), trace.valueOf(trace.right[user] ?? -1)];
        const partial = trace.operations[user] === COPY ? 1 : (partials?.[k]?.(x, y) ?? 0);
        if (operand === entry) sum += partial * (adjoints[user] ?? 0);
      });
    return sum;
  });
  const dependent = versions.find(({ engine }) => engine === 'curry-dependent');
  if (dependent?.status !== 'ok') throw new Error(JSON.stringify(dependent));
  expect(dependent.derivatives.length).toBe(expected.length);
  dependent.derivatives.forEach((each, i) => {
    expect(each).toBeCloseTo(expected[i] ?? NaN, 10);
  });
}, 60_000);
