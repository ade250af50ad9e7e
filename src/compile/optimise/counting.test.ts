import { expect, test } from 'vitest';
import { NOWHERE } from '../../language/source/span';
import { REALS } from '../../testing/ir/rounds';
import { loop } from '../../testing/ir/sums';
import { boolConstant, Builder, intConstant, Numbers } from '../ir/builder';
import type { Statement } from '../ir/tree';
import { countsCheaply } from './counting';

const numbers = new Numbers();
const n = numbers.variable('int');
const x = numbers.variable('real');

/** Returns the statements that a function adds. */
function written(write: (b: Builder) => unknown): readonly Statement[] {
  const b = new Builder(numbers);
  write(b);
  return b.statements;
}

/** Returns a loop whose rounds add a real, after statements. */
const counting = (more: readonly Statement[] = []): readonly Statement[] =>
  written((b) =>
    loop(b, n, (inner, _, sum) => {
      for (const each of more) inner.statements.push(each);
      return inner.operation('add', sum, x);
    }),
  );

/** Returns a loop with a test, one of whose blocks has statements. */
function tested(where: 'header' | 'exit' | 'body', more: readonly Statement[] = []): Statement {
  const blocks = {
    header: { statements: [], results: [boolConstant(true)] },
    exit: { statements: [], results: [] },
    body: { statements: [], results: [] },
  };
  const made = { ...blocks, [where]: { ...blocks[where], statements: more } };
  return { tag: 'while', parameters: [], initial: [], ...made, forgets: true, targets: [], origin: NOWHERE };
}

const call = written((b) => b.call(['real'], 3, [x]));

test.each<[string, readonly Statement[]]>([
  ['no loop', []],
  ['two loops that add', [...counting(), ...counting()]],
  [
    'a loop that adds and reads',
    counting(written((b) => b.one('int', { tag: 'length', array: numbers.variable(REALS) }))),
  ],
  [
    'a loop with a test',
    [
      tested(
        'body',
        written((b) => b.operation('sin', x)),
      ),
    ],
  ],
])('%s counts cheaply', (_, statements) => {
  expect(countsCheaply(statements)).toBe(true);
});

test.each<[string, readonly Statement[]]>([
  ['a statement that is no loop', written((b) => b.operation('sin', x))],
  ['a loop beside a statement that is none', [...counting(), ...written((b) => b.operation('sin', x))]],
  ['a loop with a call', counting(call)],
  ['two loops, of which the first has a call', [...counting(call), ...counting()]],
  ['two loops, of which the second has a call', [...counting(), ...counting(call)]],
  ['a loop with a loop', counting(counting())],
  [
    'a loop with an array',
    counting(
      written((b) =>
        b.one(REALS, {
          tag: 'build',
          count: n,
          index: numbers.variable('int'),
          body: { statements: [], results: [x] },
        }),
      ),
    ),
  ],
  ['a loop with a text', counting(written((b) => b.one({ tag: 'string' }, { tag: 'show', number: x })))],
  ['a loop that watches', counting(written((b) => b.add([], { tag: 'watched', watch: 0, values: [intConstant(1)] })))],
  ['a loop with a test, a call in its test', [tested('header', call)]],
  ['a loop with a test, a call at its end', [tested('exit', call)]],
  ['a loop with a test, a call in its rounds', [tested('body', call)]],
])('%s does not', (_, statements) => {
  expect(countsCheaply(statements)).toBe(false);
});
