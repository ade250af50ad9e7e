import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { moduleReport } from './module-report';

const folder = mkdtempSync(join(tmpdir(), 'pullback-types-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function declared(text: string): string {
  const { body } = drain(moduleReport([text], 'model.pbk', { budget: COMMAND_LINE_BUDGET, inputs: {} }));
  if (body === undefined) throw new Error(`not compiled\n${text}`);
  return body.declarations;
}

/** Returns the lines of a program that TypeScript refuses. */
function refused(declarations: string, program: string): readonly number[] {
  const [file, types] = [join(folder, 'use.mts'), join(folder, 'model.d.mts')];
  writeFileSync(types, declarations);
  writeFileSync(file, program);
  const checked = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  const found = ts.getPreEmitDiagnostics(checked);
  return found.map(({ file: source, start, messageText }) => {
    if (source?.fileName.endsWith('use.mts') !== true)
      throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
    return source.getLineAndCharacterOfPosition(start ?? 0).line;
  });
}

test('the types of a model are precise', () => {
  const types = declared(`type Tree a = Leaf | Node (Tree a * a * Tree a)
type Inputs = Inputs real
input w : array real = toArray [1, 2]
input m : array (array real) = toArray [w]
input b : real = 1
input n : int = 2
input t : Tree real = Leaf
input i : Inputs = Inputs 1
input p : { on : bool, name : string, at : list (real * int) } = { on = true, name = "a", at = [] }
input s : (real + unit) = inl 1
(sum w + b, t, p, n, s, m, i)
`);
  const use = `import { defaults, gradient, directional, type Inputs, type Output, PullbackError, type TreeReal, value } from './model.mjs';
const w: Float64Array = defaults.w;
const rows: readonly Float64Array[] = defaults.m;
const [loss, tree, { on, name, at }, n, sum]: Output = value({ w, b: 2, m: rows });
const first: readonly [number, number] | undefined = at[0];
const deep: TreeReal = { tag: 'Node', value: [{ tag: 'Leaf' }, 1, tree] };
if (sum.tag === 'inl') sum.value.toFixed();
const found = gradient({ t: deep });
found.gradient.w.at(0)?.toFixed();
directional({}, { b: loss }).tangent[0].toFixed();
try { value(); } catch (thrown) { if (thrown instanceof PullbackError) thrown.place.line.toFixed(), thrown.code.at(0), thrown.path.at(0); }
const all: Inputs = { ...defaults, n: n, p: { on, name, at: first === undefined ? [] : [first] } };
value(all);
value({ w: [1, 2] }); // refused from here on
value({ n: '1' });
value({ unknown: 1 });
value({ t: { tag: 'Bush' } });
found.gradient.n;
defaults.b = 2;
`;
  expect(refused(types, use)).toEqual([13, 14, 15, 16, 17, 18]);
});

test('a model without inputs has a type', () => {
  const use = `import { defaults, gradient, value } from './model.mjs';
const two: number = value();
gradient({}, two).gradient;
defaults.x; // refused
`;
  expect(refused(declared('1 + 1.0'), use)).toEqual([3]);
});

test('data is an input without a derivative, and what has no value in the program is required', () => {
  const types = declared(`data xs : array real
data scale : real = 2
input w : array real = [1, 2]
input start : array real = map (fun x -> x * scale) xs
input n : int = 3
dot w xs * scale + sum start + toReal n
`);
  const use = `import { defaults, directional, gradient, type Given, type Inputs, value } from './model.mjs';
const xs = Float64Array.of(1, 2);
const given: Given = { xs, start: xs };
const all: Inputs = { ...defaults, ...given };
value(given).toFixed();
value({ ...all, scale: defaults.scale + defaults.n });
const found = gradient({ xs, start: xs, w: defaults.w }, 2).gradient;
directional(given, found).tangent.toFixed();
found.w.at(0);
found.start.at(0);
value(); // refused from here on
value({ xs });
gradient({ start: xs });
directional({ start: xs }, {});
directional(given, { xs });
directional(given, { n: 1 });
found.xs;
found.scale;
found.n;
defaults.xs;
defaults.start;
`;
  expect(refused(types, use)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});
