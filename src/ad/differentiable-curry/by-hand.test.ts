/**
 * The combinators of "The Differentiable Curry" as programs: the notebook's definitions of Figures 2, 3 and 5, in the
 * terms that Figure 1 gives for generated programs, against the engines.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programCells } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { internalError } from '../../language/source/internal-error';
import { fromChoices, type Choices } from '../../testing/choices';
import { checked, focusOf } from '../../testing/checked';
import { lastOutput } from '../../testing/higher-order/related';
import { runs } from '../../testing/runs';
import { drain } from '../../semantics/task';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { entriesOf, type Combinator, type Space } from './combinator';
import { combinatorsOf, curry, curryDependent } from './engines';

const NOTEBOOK = new URL('../../../public/notebooks/dc-combinators-by-hand.md', import.meta.url);

/** The definitions of the notebook's cells, without their outputs and inputs. */
const DEFINITIONS = programCells(parseNotebook(readFileSync(NOTEBOOK, 'utf8')))
  .flatMap((cell) => cell.split(/\n(?=\S)/u))
  .filter((item) => /^let (?:id|mult|sine|comp|prod|curry|eval|vjp)E? /u.test(item))
  .join('\n');

/** Definitions that the notebook does not need and Figure 1 does. */
const OTHERS = `let total (x, y) = (x + y, fun g -> (g, g))
let totalE (x, y) = (x + y, fun g -> ((), (g, g)))
let sineE x = (sin x, fun g -> ((), cos x * g))
`;
const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['multiply', 'mult'],
  ['add', 'total'],
  ['sin', 'sine'],
]);

/** Expressions in the variables, of products, sums, sines, calls of closures and, if `named`, functions called twice. */
function expression(choices: Choices, named: boolean): string {
  let count = 0;
  const build = (variables: readonly string[], depth: number): string => {
    const inner = (): string => build(variables, depth - 1);
    const variable = variables[variables.length - 1 - choices.below(variables.length)] ?? '';
    if (depth === 0) return variable;
    const body = (name: string): string => build([...variables, name], depth - 1);
    return choices.pick<() => string>([
      [1, () => variable],
      [3, () => `(${inner()} * ${inner()})`],
      [2, () => `(${inner()} + ${inner()})`],
      [2, () => `(sin ${inner()})`],
      [
        3,
        () => {
          const name = `y${++count}`;
          return `((fun (${name} : real) -> ${body(name)}) ${inner()})`;
        },
      ],
      [
        named ? 3 : 0,
        () => {
          const [f, name] = [`f${++count}`, `z${count}`];
          return `(let ${f} = fun (${name} : real) -> ${body(name)} in ${f} (${f} ${inner()}))`;
        },
      ],
    ])();
  };
  return build(['x'], 4);
}

/** A context is nested pairs, as `curry` needs: its last entry is the argument of the function. */
function zeroOf(space: Space): string {
  switch (space.tag) {
    case 'context':
      return entriesOf(space).reduce(
        (zero, { type }, i) => (i === 0 ? zeroOf(type) : `(${zero}, ${zeroOf(type)})`),
        '',
      );
    case 'real':
      return '0.0';
    case 'product':
      return `(${space.items.map(zeroOf).join(', ')})`;
    case 'function':
      return '[]';
    default:
      return internalError(`the zero of ${space.tag}`);
  }
}

/** The sum of tangents of a space, as a function of a pair. */
function plusOf(space: Space, depth = 0): string {
  const [u, v] = [`u${depth}`, `v${depth}`];
  switch (space.tag) {
    case 'context':
      return entriesOf(space).reduce(
        (plus, { type }, i) => (i === 0 ? plusOf(type, i) : pairPlus(plus, plusOf(type, i))),
        '',
      );
    case 'real':
      return `(fun (${u}, ${v}) -> ${u} + ${v})`;
    case 'function':
      return `(fun (${u}, ${v}) -> ${u} ++ ${v})`;
    default:
      return internalError(`the sum of ${space.tag}`);
  }
}

function pairPlus(first: string, second: string): string {
  return `(fun ((a, b), (c, d)) -> (${first} (a, c), ${second} (b, d)))`;
}

/** Writes a term with the notebook's functions; `e` is the suffix of those of Figure 5. */
function written(term: Combinator, e: '' | 'E'): string {
  const inner = (part: Combinator): string => written(part, e);
  const pullback = (g: string): string => (e === '' ? g : `((), ${g})`);
  switch (term.tag) {
    case 'id':
      return `id${e}`;
    case 'compose':
      return `(comp${e} ${inner(term.first)} ${inner(term.second)})`;
    case 'prod': {
      const [first, second, ...others] = term.parts;
      if (first === undefined || second === undefined || others.length > 0) return internalError('a pair');
      return `(prod${e} ${plusOf(term.source)} ${inner(first)} ${inner(second)})`;
    }
    case 'curry': {
      const unit = e === '' ? `(${zeroOf(term.source)}, ${plusOf(term.source)}) ` : '';
      return `(curry${e} ${unit}${inner(term.body)})`;
    }
    case 'eval':
      return `eval${e}`;
    case 'operation':
      return `${PRIMITIVES.get(term.operation) ?? internalError(term.operation)}${e}`;
    case 'proj': {
      if (term.source.tag !== 'context') return internalError('a variable is an entry of the context');
      const zeros = entriesOf(term.source).map(({ type }) => zeroOf(type));
      const nested = (parts: readonly string[]): string =>
        parts.reduce((whole, part, i) => (i === 0 ? part : `(${whole}, ${part})`), '');
      const names = zeros.map((_, i) => (i === term.index ? 'it' : '_'));
      const given = nested(zeros.map((zero, i) => (i === term.index ? 'g' : zero)));
      return `(fun ${nested(names)} -> (it, fun g -> ${pullback(given)}))`;
    }
    default:
      return internalError(`${term.tag} in a generated program`);
  }
}

function agrees(body: string, at: number, e: '' | 'E'): void {
  const text = `input x : real = ${at.toFixed(2)}\n${body}`;
  const { main, point } = focusOf(checked(text));
  const engine = e === '' ? curry : curryDependent;
  const outcome = drain(engine.run(main, point, COMMAND_LINE_BUDGET));
  if (outcome.tag !== 'ok') throw new Error(`${engine.id} has no result: ${text}`);
  const term = written(combinatorsOf(main).main, e);
  const program = `${DEFINITIONS}\n${OTHERS}let f = ${term}\n(fst (f (${at.toFixed(2)})), vjp${e} f (${at.toFixed(2)}) 1.0)`;
  const [value, derivative] = lastOutput(program) as readonly number[];
  expect(value).toBe(outcome.value.value);
  const expected = outcome.value.derivative[0] as number;
  expect(Math.abs((derivative ?? NaN) - expected), text).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
}

const reals = fc.integer({ min: -200, max: 200 }).map((n) => n / 100);

test('the notebook defines the combinators of both versions', () => {
  expect(DEFINITIONS.split(/\n(?=\S)/u).length).toBe(15);
});

describe('the combinators of the notebook, in the terms of Figure 1', () => {
  test('Figures 2 and 3: the value, and the pullback that `curry` finds', () => {
    const bodies = fromChoices(30, (_, choices) => expression(choices, true));
    fc.assert(
      fc.property(bodies, reals, (body, at) => {
        agrees(body, at, '');
      }),
      runs(0.5),
    );
  });

  test('Figure 5: the value, and the pullback that `curry-dependent` finds', () => {
    const bodies = fromChoices(30, (_, choices) => expression(choices, false));
    fc.assert(
      fc.property(bodies, reals, (body, at) => {
        agrees(body, at, 'E');
      }),
      runs(0.5),
    );
  });
});
