import { BOOL, INT, REAL, STRING, type Type } from '../../language/types/type';
import type { Choices } from '../choices';
import type { Code, ProgramScope } from './scope';

/** Generates expressions that apply an operation to operands. */
export interface OperationGenerator {
  readonly realExpression: (scope: ProgramScope) => Code;
  readonly intExpression: (scope: ProgramScope) => Code;
  readonly condition: (scope: ProgramScope) => Code;
}

/** Returns a generator whose operands are made by `expression`; the other parameters are options of programs. */
export function operationGenerator(
  choices: Choices,
  expression: (type: Type, scope: ProgramScope, limit: number) => Code,
  { outsideDomain, language }: { readonly outsideDomain: number; readonly language: 'numbers' | 'whole' },
): OperationGenerator {
  function real(scope: ProgramScope, limit = 50): Code {
    return expression(REAL, scope, limit);
  }

  function realExpression(scope: ProgramScope): Code {
    const make = choices.pick<() => Code>([
      [14, () => binary('+', (a, b) => a + b, scope)],
      [14, () => binary('*', (a, b) => a * b, scope)],
      [8, () => binary('-', (a, b) => a + b, scope)],
      [18, () => total(scope)],
      [6, () => growing(scope)],
      [16, () => steered(scope)],
      [4, () => kinked(scope)],
      [6, () => integerPower(scope)],
      [3, () => toReal(scope)],
      [outsideDomain, () => unsteered(scope)],
    ]);
    return make();
  }

  function binary(operator: string, bound: (a: number, b: number) => number, scope: ProgramScope): Code {
    const left = real(scope);
    const right = real(scope);
    return { text: `(${left.text} ${operator} ${right.text})`, bound: bound(left.bound, right.bound) };
  }

  /** Returns an operation that is defined and moderate everywhere. */
  function total(scope: ProgramScope): Code {
    const [name, bound] = choices.of<readonly [string, (a: number) => number]>([
      ['sin', () => 1],
      ['cos', () => 1],
      ['tanh', () => 1],
      ['sech', () => 1],
      ['sigmoid', () => 1],
      ['atan', () => 1.6],
      ['erf', () => 1],
      ['softplus', (a) => a + 1],
      ['-', (a) => a],
    ]);
    const argument = real(scope);
    return { text: name === '-' ? `(-${argument.text})` : `(${name} ${argument.text})`, bound: bound(argument.bound) };
  }

  function growing(scope: ProgramScope): Code {
    const name = choices.of(['exp', 'expm1', 'sinh', 'cosh']);
    return { text: `(${name} ${real(scope, 2).text})`, bound: 8 };
  }

  /** Returns an operation with a domain, at arguments inside the domain. */
  function steered(scope: ProgramScope): Code {
    const { text: a, bound } = real(scope, 6);
    const positive = (): string => {
      const inner = real(scope, 6).text;
      return choices.of([`(2 + sin ${inner})`, `(1.5 + tanh ${inner})`, `(0.5 + sigmoid ${inner})`]);
    };
    const make = choices.of<() => Code>([
      () => ({ text: `(${a} / ${positive()})`, bound: 2 * bound }),
      () => ({ text: `(log ${positive()})`, bound: 1.2 }),
      () => ({ text: `(log1p ${positive()})`, bound: 1.6 }),
      () => ({ text: `(sqrt ${positive()})`, bound: 1.8 }),
      () => ({ text: `(log (1 + ${a} * ${a}))`, bound: 4 }),
      () => ({ text: `(tan (0.8 * sin ${a}))`, bound: 1.1 }),
      () => ({ text: `(asin (0.5 * sin ${a}))`, bound: 0.6 }),
      () => ({ text: `(acos (0.9 * tanh ${a}))`, bound: 3 }),
      () => ({ text: `(atan2 ${a} ${positive()})`, bound: 1.6 }),
      () => ({ text: `(${positive()} ^ (sin ${a}))`, bound: 3 }),
      () => ({ text: `(${positive()} ^ ${choices.of(['0.5', '1.5', '2.5'])})`, bound: 16 }),
      () => ({ text: `(lgamma ${positive()})`, bound: 2 }),
      () => ({ text: `(digamma (1 + ${positive()}))`, bound: 2 }),
      () => ({ text: `(polygamma ${choices.below(3)} (1 + ${positive()}))`, bound: 3 }),
    ]);
    return make();
  }

  function unsteered(scope: ProgramScope): Code {
    const { text: a } = real(scope, 6);
    const make = choices.of([`(log ${a})`, `(1 / ${a})`, `(sqrt ${a})`, `(asin ${a})`, `(${a} ^ 0.5)`]);
    return { text: make, bound: 10 };
  }

  function kinked(scope: ProgramScope): Code {
    const { text: a, bound } = real(scope);
    const name = choices.of(['abs', 'relu', 'max', 'min', 'sign', 'step']);
    if (name !== 'max' && name !== 'min') return { text: `(${name} ${a})`, bound: Math.max(bound, 1) };
    const other = real(scope);
    const given = choices.chance(50) ? `(${a}, ${other.text})` : `${a} ${other.text}`;
    return { text: `(${name} ${given})`, bound: Math.max(bound, other.bound) };
  }

  function integerPower(scope: ProgramScope): Code {
    const base = real(scope, 3).text;
    if (choices.chance(60)) return { text: `(${base} ^ ${choices.below(4)})`, bound: 27 };
    if (choices.chance(50)) return { text: `((1.5 + tanh ${base}) ^ (-${1 + choices.below(2)}))`, bound: 4 };
    return { text: `((1.5 + tanh ${base}) ^ ${expression(INT, scope, 3).text})`, bound: 16 };
  }

  function toReal(scope: ProgramScope): Code {
    const inner = expression(INT, scope, 20);
    if (choices.chance(20)) return { text: `(uniform ${inner.text} ${expression(INT, scope, 20).text})`, bound: 1 };
    return { text: `(toReal ${inner.text})`, bound: inner.bound };
  }

  function intExpression(scope: ProgramScope): Code {
    const make = choices.pick<() => Code>([
      [4, () => intBinary(choices.of(['+', '-', '*']), scope)],
      [1, () => ({ text: `(-${expression(INT, scope, 20).text})`, bound: 20 })],
      [1, () => ({ text: `(floor ${real(scope, 6).text})`, bound: 7 })],
      [
        1,
        () => ({
          text: `(${choices.of(['max', 'min'])} ${expression(INT, scope, 9).text} ${expression(INT, scope, 9).text})`,
          bound: 9,
        }),
      ],
      [1, () => ({ text: `(div ${expression(INT, scope, 20).text} ${1 + choices.below(4)})`, bound: 20 })],
      [1, () => ({ text: `(mod ${expression(INT, scope, 20).text} ${2 + choices.below(3)})`, bound: 4 })],
    ]);
    return make();
  }

  function intBinary(operator: '+' | '-' | '*', scope: ProgramScope): Code {
    const left = expression(INT, scope, 20);
    const right = expression(INT, scope, 20);
    const bound = operator === '*' ? left.bound * right.bound : left.bound + right.bound;
    return { text: `(${left.text} ${operator} ${right.text})`, bound };
  }

  function condition(scope: ProgramScope): Code {
    const make = choices.pick<() => string>([
      [8, () => `(${real(scope).text} ${choices.of(['<', '<=', '>', '>='])} ${real(scope).text})`],
      [2, () => `(${real(scope).text} ${choices.of(['<.', '>.'])} ${real(scope).text})`],
      [2, () => `(${real(scope).text} ${choices.of(['=', '/='])} ${real(scope).text})`],
      [
        3,
        () => {
          const left = expression(INT, scope, 20).text;
          return `(${left} ${choices.of(['<', '<=', '>', '>=', '=', '/='])} ${expression(INT, scope, 20).text})`;
        },
      ],
      [
        language === 'whole' ? 2 : 0,
        () => `(${expression(STRING, scope, 0).text} ${choices.of(['=', '/='])} ${expression(STRING, scope, 0).text})`,
      ],
      [1, () => `(not ${expression(BOOL, scope, 0).text})`],
      [
        2,
        () => {
          const left = expression(BOOL, scope, 0).text;
          return `(${left} ${choices.of(['&&', '||', '=', '/='])} ${expression(BOOL, scope, 0).text})`;
        },
      ],
    ]);
    return { text: make(), bound: 0 };
  }

  return { realExpression, intExpression, condition };
}
