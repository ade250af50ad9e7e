import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { holdsReal } from './types';

export interface DeclaredInput {
  readonly label: string;
  readonly type: Type;
  /** Whether the program has a value for it. */
  readonly hasDefault: boolean;
}

/** A model, as far as its types depend on it. */
export interface Declared {
  readonly inputs: readonly DeclaredInput[];
  readonly data: readonly DeclaredInput[];
  readonly output: Type;
  readonly variants: readonly VariantDeclaration[];
}

/** Returns the types of a model, as a declaration file of TypeScript. */
export function declarations({ inputs, data, output, variants }: Declared): string {
  const types = new TypePrinter(variants);
  const field = (kind: string, { label, type }: DeclaredInput): string =>
    `  /** ${kind}${escaped(showType(type))} */\n  readonly ${key(label)}: ${types.print(type)};\n`;
  const fields = [...inputs.map((each) => field('', each)), ...data.map((each) => field('data: ', each))].join('');
  const moving = inputs.filter(({ type }) => holdsReal(type, variants));
  const isWhole = data.length === 0 && moving.length === inputs.length;
  const gradient = isWhole ? 'Inputs' : 'Gradient';
  const missing = [...inputs, ...data].filter(({ hasDefault }) => !hasDefault);
  const isOpen = missing.length > 0;
  const given = isOpen ? 'inputs: Given' : 'inputs?: Partial<Inputs>';
  const outputType = types.print(output);
  const ones = output.tag === 'real' ? '1' : '1 for every real of the result';
  return `/** The program's inputs${data.length > 0 ? ' and data' : ''}. */
export interface Inputs {
${fields}}
/** The result of the program's last expression: ${escaped(showType(output))}. */
export type Output = ${outputType};
${
  isWhole
    ? ''
    : `/** What the program is differentiated with respect to: the inputs that contain reals. */
export type Gradient = Pick<Inputs, ${names(moving)}>;
`
}${
    isOpen
      ? `/** What a call is given: what has no value in the program must be there. */
export type Given = Partial<Inputs> & Pick<Inputs, ${names(missing)}>;
`
      : ''
  }${types.named()}/** The values in the program${isOpen ? ', of what has one' : ''}. */
export const defaults: ${isOpen ? `Omit<Inputs, ${names(missing)}>` : 'Inputs'};
/**
 * Returns the value at inputs; those that are left out have the values in the program.
 * @throws {PullbackError} if an input does not fit, or the program has no value there.
 */
export function value(${given}): Output;
/**
 * Returns the value and the gradient: the derivative of the result, weighted by a cotangent of its shape, with respect to
 * each input${isWhole ? '' : ' that contains reals'}. The cotangent is ${ones} if it is left out.
 * @throws {PullbackError}
 */
export function gradient(
  ${given},
  cotangent?: Output,
): { readonly value: Output; readonly gradient: ${gradient} };
/**
 * Returns the value and its derivative in a direction, which is 0 in the inputs that it leaves out.
 * @throws {PullbackError}
 */
export function directional(
  inputs: ${isOpen ? 'Given' : 'Partial<Inputs>'},
  direction: Partial<${gradient}>,
): { readonly value: Output; readonly tangent: Output };
/** What is wrong with a call: with what it was given, or with what the program computes from it. */
export class PullbackError extends Error {
  readonly name: 'PullbackError';
  /** As in the diagnostics of Pullback: \`domain\`, \`not-finite\`, \`index\`, \`input-value\`, \`budget-steps\`, ... */
  readonly code: string;
  /** Where in the source: the line and the column, from 1; the cell, from 1, if there are several. */
  readonly place: { readonly line: number; readonly column: number; readonly cell?: number; readonly file?: string };
  /** Where in what was given, such as \`w[3]\`; empty if the program is at fault. */
  readonly path: string;
}
`;
}

/** Returns the names of inputs as a union of their types. */
function names(inputs: readonly DeclaredInput[]): string {
  return inputs.length === 0 ? 'never' : inputs.map(({ label }) => JSON.stringify(label)).join(' | ');
}

/** The names that a declaration file has already, or that mean something in it. */
const TAKEN = [
  ...['Inputs', 'Output', 'Gradient', 'Given', 'PullbackError'],
  ...['Partial', 'Pick', 'Omit', 'Float64Array', 'Error'],
];

/** Writes types; variants get names, because they can contain themselves. */
class TypePrinter {
  private readonly variants: readonly VariantDeclaration[];
  private readonly names = new Map<string, string>();
  private readonly declared: string[] = [];

  constructor(variants: readonly VariantDeclaration[]) {
    this.variants = variants;
  }

  /** Returns the declarations of the variants that were printed. */
  named(): string {
    return this.declared.join('');
  }

  print(type: Type): string {
    switch (type.tag) {
      case 'real':
      case 'int':
        return 'number';
      case 'bool':
        return 'boolean';
      case 'string':
        return 'string';
      case 'unit':
        return 'readonly []';
      case 'product':
        return `readonly [${type.items.map((item) => this.print(item)).join(', ')}]`;
      case 'record':
        return `{ ${type.fields.map((field) => `readonly ${key(field.name)}: ${this.print(field.type)}`).join('; ')} }`;
      case 'sequence':
        if (type.container === 'array' && type.item.tag === 'real') return 'Float64Array';
        return `readonly (${this.print(type.item)})[]`;
      case 'sum':
        return this.union(type);
      case 'named':
        return this.name(type);
      default:
        return internalError(`a value of type ${showType(type)} outside`);
    }
  }

  private name(type: Extract<Type, { tag: 'named' }>): string {
    const shown = showType(type);
    const known = this.names.get(shown);
    if (known !== undefined) return known;
    const words = shown.replace(/[^A-Za-z0-9_$]+(.)?/gu, (_, next: string | undefined) => next?.toUpperCase() ?? '');
    let name = /^[0-9]/u.test(words) ? `T${words}` : words;
    while (TAKEN.includes(name) || [...this.names.values()].includes(name)) name += '_';
    this.names.set(shown, name);
    const union = this.union(type);
    this.declared.push(`/** ${escaped(shown)} */\nexport type ${name} = ${union};\n`);
    return name;
  }

  private union(type: Type): string {
    const constructors = constructorsOf(type, this.variants) ?? internalError('a variant has constructors');
    return constructors
      .map(({ name, payload }) => {
        const tag = `readonly tag: ${JSON.stringify(name)}`;
        return payload === undefined ? `{ ${tag} }` : `{ ${tag}; readonly value: ${this.print(payload)} }`;
      })
      .join(' | ');
  }
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
}

function escaped(text: string): string {
  return text.replaceAll('*/', '* /');
}
