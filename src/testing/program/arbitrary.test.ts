import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alphaEquivalentPrograms } from '../../language/core/alpha-equivalent';
import { checkProgram } from '../../language/core/check';
import { printCore } from '../../language/core/print';
import { itemBinders } from '../../language/core/traverse';
import type { CoreProgram } from '../../language/core/tree';
import { BUILTINS } from '../../language/elaborate/infer/builtins';
import { elaborate } from '../../language/elaborate/elaborate';
import { prelude } from '../../language/elaborate/prelude';
import { parse } from '../../language/syntax/parser';
import { expressionsIn, patternsIn } from '../../language/syntax/parts';
import type { Expression, SurfacePattern } from '../../language/syntax/tree';
import { programs } from './arbitrary';
import { arityOfType, schemeOfName } from './types';
import { evaluated } from '../run-source';
import { MUTATING, runs } from '../runs';

function core(text: string): CoreProgram {
  const parsed = parse(text, 0);
  const { program, diagnostics } = elaborate([parsed.program]);
  const errors = [...parsed.diagnostics, ...diagnostics].filter(({ severity }) => severity === 'error');
  if (program === undefined || errors.length > 0) {
    throw new Error(`${text}\n${errors.map(({ message }) => message).join('\n')}`);
  }
  return program;
}

const budget = { seconds: 20, steps: 1e5, bytes: 256e6 };

describe('generated programs', () => {
  test.each([
    ['numbers', 'some'],
    ['numbers', 'none'],
    ['whole', 'some'],
    ['whole', 'none'],
  ] as const)('of %s, with %s inputs, parse, elaborate and pass the check of the core', (language, inputs) => {
    fc.assert(
      fc.property(programs({ language, inputs }), ({ text }) => {
        expect(checkProgram(core(text))).toEqual([]);
      }),
      runs(),
    );
  });

  test('have the same core after printing and reading it', () => {
    fc.assert(
      fc.property(programs(), ({ text }) => {
        const program = core(text);
        const printed = printCore(program);
        expect(alphaEquivalentPrograms(program, core(printed)), printed).toBe(true);
      }),
      runs(),
    );
  });

  test('of the whole language behave the same after printing and reading their core', () => {
    fc.assert(
      fc.property(programs({ language: 'whole' }), ({ text }) => {
        const program = core(text);
        const printed = printCore(program);
        const outputs = evaluated(program, { budget });
        if (outputs.startsWith('budget')) return;
        // A printed core names more of its parts, so it takes some steps more.
        const longer = { ...budget, steps: 2 * budget.steps };
        expect(evaluated(core(printed), { budget: longer }), printed).toBe(outputs);
      }),
      runs(0.5),
    );
  });

  test.skipIf(MUTATING)('have every construct of the language in them, and most of them often', () => {
    const samples = fc.sample(programs({ language: 'whole' }), { numRuns: SAMPLES, seed: SAMPLES_SEED });
    const shares = new Map<string, number>();
    for (const { text } of samples) {
      for (const construct of new Set(constructsOf(text))) {
        shares.set(construct, (shares.get(construct) ?? 0) + 100 / SAMPLES);
      }
    }
    const seldom = Object.entries(AT_LEAST).filter(([construct, percent]) => (shares.get(construct) ?? 0) < percent);
    expect(seldom.map(([construct]) => [construct, shares.get(construct)])).toEqual([]);
    // Printed cores contain `fail`.
    const isWritten = (name: string): boolean => !name.startsWith('Delta.') && name !== 'fail';
    const names = [...BUILTINS.keys(), ...prelude().meanings.keys()].filter(isWritten);
    expect(names.filter((name) => !shares.has(`name ${name}`))).toEqual([]);
  });
});

const SAMPLES = 1500;
/** Always the same: a few constructs are so seldom that other samples can lack one of them. */
const SAMPLES_SEED = 20260;

/** How many of a hundred programs should contain each form. */
const EXPRESSIONS = {
  variable: 90,
  constructor: 50,
  literal: 90,
  unit: 4,
  tuple: 60,
  sequence: 60,
  record: 50,
  update: 2,
  annotated: 0.3,
  let: 60,
  function: 60,
  if: 40,
  match: 50,
  fold: 40,
  // The monad of translations is not differentiated.
  do: 0,
  binary: 60,
  negate: 50,
  apply: 90,
  field: 30,
  projection: 30,
  index: 20,
} as const satisfies Record<Expression['tag'], number>;

const PATTERNS = {
  variable: 80,
  wildcard: 30,
  unit: 2,
  tuple: 50,
  record: 15,
  annotated: 50,
  literal: 15,
  constructor: 20,
  list: 10,
  cons: 8,
} as const satisfies Record<SurfacePattern['tag'], number>;

const AT_LEAST: Readonly<Record<string, number>> = {
  ...prefixed('expression', EXPRESSIONS),
  ...prefixed('pattern', PATTERNS),
  'literal string': 10,
  'item type': 50,
  'item let': 40,
  'let rec': 15,
  'nested pattern': 10,
  'input of data': 50,
  'function in data': 10,
  'partial application': 1,
  'polymorphic definition used': 8,
  'polymorphic definition at two types': 3,
  ...prefixed('operator', { '|>': 3, '::': 5, '++': 1, '||': 0.3, '&&': 0.3, '<.': 0.5, '^': 15 }),
  ...prefixed('constructor', { Just: 15, Left: 5, Node: 4, Rose: 10, Circle: 2, Apply: 1, inl: 5, inr: 3 }),
};

function prefixed(kind: string, shares: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(shares).map(([name, share]) => [`${kind} ${name}`, share]));
}

function constructsOf(text: string): readonly string[] {
  const { items } = parse(text, 0).program;
  const parts = items.flatMap((item) => {
    if (item.tag === 'input' && !['base', 'product'].includes(item.type.tag)) return ['input of data'];
    return [`item ${item.tag}`, ...(item.tag === 'let' && item.recursive ? ['let rec'] : [])];
  });
  const expressions = expressionsIn(items);
  const callees = new Set(expressions.flatMap((each) => (each.tag === 'apply' ? [each.function] : [])));
  if (expressions.some((each) => !callees.has(each) && isPartial(each))) parts.push('partial application');
  const polymorphic = expressions.flatMap((each) =>
    each.tag === 'variable' && /^(pick|swap|each)/u.test(each.name) ? [each.name] : [],
  );
  if (polymorphic.length > 0) parts.push('polymorphic definition used');
  if (
    new Set(polymorphic).size < polymorphic.length &&
    instances(text).some((name) => /^(pick|swap|each).*_/u.test(name))
  )
    parts.push('polymorphic definition at two types');
  for (const expression of expressions) {
    parts.push(`expression ${expression.tag}`);
    if (expression.tag === 'binary') parts.push(`operator ${expression.operator}`);
    if (expression.tag === 'variable') parts.push(`name ${expression.name}`);
    if (expression.tag === 'constructor') parts.push(`constructor ${expression.name}`);
    if (expression.tag === 'literal') parts.push(`literal ${expression.literal.tag}`);
    if (expression.tag === 'let' && expression.recursive) parts.push('let rec');
    const held = expression.tag === 'tuple' || expression.tag === 'sequence' ? expression.items : [];
    if (held.some(({ tag }) => tag === 'function')) parts.push('function in data');
  }
  const patterns = patternsIn(items);
  for (const pattern of patterns) {
    parts.push(`pattern ${pattern.tag}`);
    if (pattern.tag === 'constructor' && REFUTABLE.has(pattern.payload?.tag ?? 'variable'))
      parts.push('nested pattern');
  }
  return parts;
}

/** Returns the names of the core's definitions; the names of further instances have a number. */
function instances(text: string): readonly string[] {
  return core(text).items.flatMap((item) => itemBinders(item).map(({ name }) => name));
}

/** Whether a prelude function gets fewer arguments than it takes. */
function isPartial(expression: Expression): boolean {
  let [callee, count] = [expression, 0];
  while (callee.tag === 'apply') [callee, count] = [callee.function, count + 1];
  return (
    callee.tag === 'variable' &&
    prelude().meanings.has(callee.name) &&
    count > 0 &&
    count < arityOfType(schemeOfName(callee.name)())
  );
}

const REFUTABLE: ReadonlySet<SurfacePattern['tag']> = new Set([
  'tuple',
  'literal',
  'constructor',
  'list',
  'cons',
  'record',
]);
