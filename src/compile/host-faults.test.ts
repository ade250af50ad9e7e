import { afterEach, describe, expect, test, vi } from 'vitest';
import { lineIndex, positionAt } from '../language/source/position';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { Items } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { compileProgram } from './compile';
import type { Instruction } from './emit/instructions';
import type { Emitted } from './emit/program';
import { PullbackError } from './module/glue/error';
import type { Model } from './module/glue/open';
import { openModel } from './module/model';
import { compileModel } from './module/module';
import { Unsupported } from './unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };
const TEXT = 'input x : real = 2\ninput w : array real = toArray [1, 2]\nx * sum w\n';
const { main, point } = focusOf(checked(TEXT));
const memory = { code: 'budget-memory', place: { line: 3, column: 1 } };

afterEach(() => {
  vi.restoreAllMocks();
});

/** Bodies of functions that the host ends, and how the run ends then. */
const FAULTS: readonly (readonly [string, 'fault' | 'memory', (self: number) => readonly Instruction[]])[] = [
  ['gets where it cannot get', 'fault', () => [{ op: 'unreachable' }]],
  [
    'reads outside its memory',
    'fault',
    () => [{ op: 'i32.const', immediate: -8 }, { op: 'i32.load', immediate: 0 }, { op: 'drop' }],
  ],
  ['uses up the host’s stack', 'memory', (self) => [{ op: 'call', immediate: self }]],
];

/** Replaces the bodies of entries. */
function broken(emitted: Emitted, entries: readonly string[], body: (self: number) => readonly Instruction[]): Emitted {
  const { module } = emitted;
  const functions = [...module.functions];
  for (const [name, index] of module.exports) {
    const at = index - module.imports.length;
    const given = functions[at];
    if (given !== undefined && entries.includes(name)) functions[at] = { ...given, body: body(index) };
  }
  return { ...emitted, module: { ...module, functions } };
}

function program(): Exclude<ReturnType<typeof compileProgram>, Unsupported> {
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(made.message);
  return made;
}

function model(breaks: (emitted: Emitted) => Emitted = (emitted) => emitted): Model {
  const compiled = compileModel({
    ...main,
    inputs: main.parameters.map(({ label, origin }) => ({ label, span: origin, hasDefault: true })),
    placeOf: ({ start }) => {
      const { line, column } = positionAt(lineIndex(TEXT), start);
      return [line, column];
    },
    budget,
  });
  if (compiled instanceof Unsupported) throw new Error(compiled.message);
  return openModel({ ...compiled, emitted: breaks(compiled.emitted) }, () => ({ x: 2, w: Float64Array.of(1, 2) }));
}

function thrown(use: () => unknown): unknown {
  try {
    return use();
  } catch (error) {
    return error;
  }
}

describe.each(FAULTS)('a module that %s', (_, tag, body) => {
  test('ends its run, and the next one runs', () => {
    const made = program();
    Object.assign(made.emitted, broken(made.emitted, ['gradient'], body));
    for (let run = 0; run < 2; run++) expect(made.gradient(point.arguments, 1, budget)).toEqual({ tag });
    expect(made.value(point.arguments, budget)).toMatchObject({ tag: 'values' });
  });

  test('for others throws a PullbackError, or the value of its careful version', () => {
    const made = model((emitted) => broken(emitted, ['value', 'gradient', 'directional'], body));
    expect(made.value()).toBe(6);
    expect(thrown(() => made.gradient())).toBeInstanceOf(PullbackError);
    expect(thrown(() => made.directional({}, {}))).toBeInstanceOf(PullbackError);
    const worse = model((emitted) => broken(emitted, ['value', 'explainValue'], body));
    expect(thrown(() => worse.value())).toBeInstanceOf(PullbackError);
    expect(worse.gradient({}, 1)).toMatchObject({ value: 6 });
  });
});

test('the memory of a run is that of the value, where it ran in a module of its own', () => {
  const made = program();
  const alone = compileProgram(main, { derivative: 'none' });
  if (alone instanceof Unsupported) throw new Error(alone.message);
  for (const each of [made, alone]) expect(each.value(point.arguments, budget)).toMatchObject({ tag: 'values' });
  expect(made.peak()).toBeGreaterThan(0);
  expect(made.peak()).toBe(alone.peak());
});

describe('a host without memory', () => {
  function refuse(): never {
    throw new RangeError('out of memory');
  }

  test('for inputs ends the run', () => {
    const items = new Float64Array(1e6);
    const made = program();
    const given = model();
    made.load();
    vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(refuse);
    expect(made.value([2, new Items([...items])], budget)).toEqual({ tag: 'memory' });
    expect(thrown(() => given.value({ w: items }))).toMatchObject(memory);
  });

  test('for a module ends the run', () => {
    const made = program();
    const parts = model();
    // Its only instance waits for the getter.
    const inputs = {
      get x(): number {
        return parts.value() as number;
      },
    };
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(refuse);
    made.load();
    expect(made.value(point.arguments, budget)).toEqual({ tag: 'memory' });
    expect(thrown(() => parts.value(inputs))).toMatchObject(memory);
    expect(thrown(model)).toMatchObject(memory);
    vi.restoreAllMocks();
    expect(made.value(point.arguments, budget)).toEqual({ tag: 'values', values: [6] });
    expect(parts.value(inputs)).toBe(18);
  });
});
