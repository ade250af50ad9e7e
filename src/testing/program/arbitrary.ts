import type fc from 'fast-check';
import { BOOL, INT, product, REAL, type Type } from '../../language/types/type';
import { fromChoices, type Choices } from '../choices';
import { expressionGenerator, type ExpressionGenerator, type ProgramOptions } from './expressions';
import { declarationsOf, isPlainType, writtenType } from './types';
import {
  EMPTY_SCOPE,
  newNames,
  withFunction,
  withVariables,
  type Code,
  type NameSupply,
  type ProgramScope,
} from './scope';

/** A well-typed program, and values for its numeric, boolean and tuple inputs that differ from the defaults. */
export interface GeneratedProgram {
  readonly text: string;
  readonly inputs: readonly GeneratedInput[];
}

export interface GeneratedInput {
  readonly name: string;
  readonly type: Type;
  readonly value: GeneratedValue;
}

/** A value in the machine's representation: a number, a boolean, or the items of a product. */
export type GeneratedValue = number | boolean | undefined | readonly GeneratedValue[];

export const DEFAULT_OPTIONS: ProgramOptions = {
  language: 'numbers',
  size: 40,
  inputs: 'some',
  derivatives: 2,
  watch: true,
  higherOrder: true,
  outsideDomain: 1,
};

/**
 * Random well-typed programs whose main expression contains reals. Most run without error; numbers stay moderate, so
 * that rounding and central differences do not decide what engines agree on.
 */
export function programs(options: Partial<ProgramOptions> = {}): fc.Arbitrary<GeneratedProgram> {
  // Data needs more nodes for construction and matching.
  const size = options.language === 'whole' ? 80 : DEFAULT_OPTIONS.size;
  const all = { ...DEFAULT_OPTIONS, size, ...options };
  return fromChoices(all.size, (parts, whole) => generate(parts, whole, all));
}

interface State {
  readonly lines: string[];
  readonly scope: ProgramScope;
}

function generate(parts: Choices, whole: Choices, options: ProgramOptions): GeneratedProgram {
  const names = newNames();
  const half = { ...options, size: options.size / 2 };
  let generator = expressionGenerator(parts, names, half);
  const count = options.inputs === 'some' ? 1 + parts.below(3) : 0;
  const inputs = Array.from({ length: count }, (_, i) => {
    const type = inputType(i === 0, parts, generator, options);
    const name = names.unique(parts.of(['x', 'y', 'z', 'rate']));
    return { name, type, value: isPlainType(type) ? valueOf(type, parts) : undefined };
  });
  const lines = inputs.map(({ name, type }) => {
    const range = type.tag === 'real' && parts.chance(30) ? ' in -4 .. 4' : '';
    const start = startOf(type, parts, generator);
    // Data with reals is preferred.
    const other = isPlainType(type) || start.includes('.') ? start : startOf(type, parts, generator);
    return `input ${name} : ${writtenType(type)} = ${other}${range}`;
  });
  const variables = inputs.map(({ name, type }) => ({ name, type, bound: 2 }));
  let state: State = { lines, scope: withVariables(EMPTY_SCOPE, variables) };
  const items = parts.below(5);
  for (let i = 0; i < items; i++) {
    if (options.language === 'whole')
      generator = expressionGenerator(parts, names, { ...options, size: options.size / 4 });
    state = item(state, parts, names, generator, options);
  }
  const main = (options.inputs === 'some' ? mainExpression : gradient)(
    state,
    whole,
    expressionGenerator(whole, names, half),
    options,
  );
  const text = [...state.lines, main].join('\n');
  return {
    text: `${[...declarationsOf(text), text].join('\n')}\n`,
    inputs: inputs.flatMap(({ value, ...input }) => (value === undefined ? [] : [{ ...input, value }])),
  };
}

function item(
  { lines, scope }: State,
  choices: Choices,
  names: NameSupply,
  generator: ExpressionGenerator,
  { language }: ProgramOptions,
): State {
  const whole = language === 'whole';
  const make = choices.pick<() => State>([
    [4, () => valueItem(lines, scope, choices, names, generator)],
    [5, () => functionItem(lines, scope, generator.functionDefinition(scope))],
    [3, () => functionItem(lines, scope, generator.recursiveDefinition(scope))],
    [whole ? 2 : 0, () => functionItem(lines, scope, generator.structuralDefinition(scope))],
    [whole ? 8 : 0, () => functionItem(lines, scope, generator.polymorphicDefinition(scope))],
    [1, () => ({ lines: [...lines, generator.expression(generator.firstOrderType(), scope, 50).text], scope })],
  ]);
  return make();
}

/** Returns a top-level value. It is not generalised, so an annotation in the item must make its ints ints. */
function valueItem(
  lines: readonly string[],
  scope: ProgramScope,
  choices: Choices,
  names: NameSupply,
  generator: ExpressionGenerator,
): State {
  const type = generator.valueType();
  const value = generator.expression(type, scope, 50);
  if (type.tag === 'product' && choices.chance(60)) {
    const { text, variables } = generator.parameter(type, value.bound, false);
    const line = `let ${text} = (${value.text} : ${writtenType(type)})`;
    return { lines: [...lines, line], scope: withVariables(scope, variables) };
  }
  const name = names.variable(choices);
  const line = `let ${name} : ${writtenType(type)} = ${value.text}`;
  return { lines: [...lines, line], scope: withVariables(scope, [{ name, type, bound: value.bound }]) };
}

function functionItem(
  lines: readonly string[],
  scope: ProgramScope,
  { text, functions }: ReturnType<ExpressionGenerator['functionDefinition']>,
): State {
  return { lines: [...lines, `let ${text}`], scope: functions.reduce(withFunction, scope) };
}

function mainExpression(
  { scope }: State,
  choices: Choices,
  { expression, diffType }: ExpressionGenerator,
  { language }: ProgramOptions,
): string {
  const type = choices.pick<() => Type>([
    [8, () => REAL],
    [1, () => product([REAL, REAL])],
    [1, () => product([REAL, INT, REAL])],
    [language === 'whole' ? 4 : 0, diffType],
  ])();
  return expression(type, scope, 50).text;
}

/** Returns `grad f x` or a similar expression, for programs without inputs. */
function gradient(
  { scope }: State,
  choices: Choices,
  { expression, parameter, diffType }: ExpressionGenerator,
  { language }: ProgramOptions,
): string {
  const source =
    language === 'whole'
      ? diffType()
      : choices.of<Type>([REAL, product([REAL, REAL]), product([REAL, product([REAL, INT])])]);
  const target = choices.chance(25) ? product([REAL, REAL]) : REAL;
  const { text, variables } = parameter(source, 4, false);
  const body = expression(target, withVariables({ ...scope, depth: 1 }, variables), 50).text;
  const point = expression(source, scope, 4).text;
  const f = `(fun ${text} -> ${body})`;
  if (target.tag === 'real') return `${source.tag === 'real' ? 'deriv' : 'grad'} ${f} ${point}`;
  return `rd ${f} ${point} ${expression(target, scope, 4).text}`;
}

function inputType(
  isFirst: boolean,
  choices: Choices,
  { firstOrderType, diffType }: ExpressionGenerator,
  { language }: ProgramOptions,
): Type {
  if (language === 'whole') return isFirst ? diffType() : firstOrderType();
  if (isFirst) return REAL;
  return choices.pick<Type>([
    [6, REAL],
    [1, INT],
    [1, BOOL],
    [2, product([REAL, REAL])],
    [1, product([REAL, product([INT, REAL])])],
  ]);
}

/** Returns reals between -2 and 2 that avoid the boundaries in generated programs. */
function valueOf(type: Type, choices: Choices): GeneratedValue {
  switch (type.tag) {
    case 'int':
      return choices.below(4);
    case 'bool':
      return choices.chance(50);
    case 'product':
      return type.items.map((component) => valueOf(component, choices));
    case 'unit':
      return undefined;
    default:
      return (choices.chance(40) ? -1 : 1) * ((137 + choices.below(1863)) / 1000);
  }
}

/** Returns the text of an input's default value. */
function startOf(type: Type, choices: Choices, generator: ExpressionGenerator, depth = 2): string {
  if (isPlainType(type)) return written(valueOf(type, choices));
  if (type.tag === 'product') {
    return `(${type.items.map((item) => startOf(item, choices, generator, depth)).join(', ')})`;
  }
  const part = (of: Type): Code => {
    const text = startOf(of, choices, generator, depth - 1);
    // The value can be an argument of a constructor.
    return { text: text.startsWith('-') ? `(${text})` : text, bound: 2 };
  };
  return generator.construction(type, part, depth <= 0).text;
}

function written(value: GeneratedValue): string {
  if (typeof value === 'number') return value < 0 ? `-${-value}` : String(value);
  if (value === undefined) return '()';
  return typeof value === 'boolean' ? String(value) : `(${value.map(written).join(', ')})`;
}
