import { describe, expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { evaluator } from '../../language/operations/apply';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { checked } from '../../testing/checked';
import { differences, elementaryArguments } from '../../testing/elementary-arguments';
import { compileProgram } from '../compile';
import { Unsupported } from '../unsupported';
import { host } from '../run/web-assembly';
import { ConstantData } from './data';
import { elementary } from './elementary';
import { FIRST_ADDRESS } from './layout';
import { encodeModule } from './module';
import { settled } from './settle';

const NAMES = ['exp', 'log', 'tanh', 'sech', 'sigmoid', 'softplus'] as const;

const none = (): never => internalError('they call no functions');

describe('to the last bit as the machine', () => {
  const data = new ConstantData();
  const module = {
    imports: [],
    functions: NAMES.map((name) => settled({ name, ...elementary(data, name) }, { signatureOf: none, placed: none })),
    globals: [],
    exports: NAMES.map((name, index) => [name, index] as const),
    pages: 1,
    data: [{ address: FIRST_ADDRESS, bytes: data.all() }],
  };
  const { exports } = new host.Instance(new host.Module(encodeModule(module)), {});
  const given = elementaryArguments();

  test.each(NAMES)('%s', (name) => {
    const ours = exports[name] as (x: number) => number;
    const theirs = evaluator(operationRow(name)) as (x: number) => number;
    expect(differences(ours, theirs, given)).toEqual([]);
  });
});

/** Returns the functions that the gradient of an expression calls, but for the test of its results. */
function callsOf(expression: string): readonly string[] {
  const found = mainOf(checked(`input x : real = 1\n${expression}\n`));
  const made = found === undefined ? undefined : compileProgram(found.main);
  if (made === undefined || made instanceof Unsupported) throw new Error('nothing to compile');
  const { imports, functions } = made.emitted.module;
  const names = [...imports.map(({ name }) => `imported ${name}`), ...functions.map(({ name }) => name)];
  const gradient = functions.find(({ name }) => name.startsWith('gradient'));
  const calls = (gradient?.body ?? []).filter(({ op }) => op === 'call');
  return calls.map(({ immediate }) => names[Number(immediate)] ?? '').filter((name) => name !== 'finite');
}

describe('a module', () => {
  test('has elementary functions of its own, and imports others', () => {
    expect(callsOf('exp x + sin x')).toEqual(['exp', 'imported sin', 'imported cos']);
  });

  test('has their code in loops, at 8 places of a function', () => {
    const sumOf = (count: number): string =>
      `sum (build 100 (fun i -> ${Array.from({ length: count }, (_, n) => `tanh (x * toReal (i + ${n}))`).join(' + ')}))`;
    expect(callsOf(sumOf(1))).toEqual([]);
    expect(callsOf(sumOf(10))).toEqual(['tanh', 'tanh', ...Array.from({ length: 10 }, () => 'sech')]);
  });
});
