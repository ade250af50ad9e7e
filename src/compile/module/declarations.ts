import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { holdsReal } from './types';

export interface DeclaredInput {
  readonly label: string;
  readonly type: Type;
}

/** Returns the types of a model, as a declaration file of TypeScript. */
export function declarations(
  inputs: readonly DeclaredInput[],
  output: Type,
  variants: readonly VariantDeclaration[],
): string {
  const types = new TypePrinter(variants);
  const fields = (of: readonly DeclaredInput[]): string =>
    of
      .map(
        ({ label, type }) => `  /** ${escaped(showType(type))} */\n  readonly ${key(label)}: ${types.print(type)};\n`,
      )
      .join('');
  const moving = inputs.filter(({ type }) => holdsReal(type, variants));
  const isWhole = moving.length === inputs.length;
  const outputType = types.print(output);
  const ones = output.tag === 'real' ? '1' : '1 for every real of the result';
  return `/** The program's inputs. */
export interface Inputs {
${fields(inputs)}}
/** The result of the program's last expression: ${escaped(showType(output))}. */
export type Output = ${outputType};
${
  isWhole
    ? ''
    : `/** The inputs that contain reals, which alone have derivatives. */
export type Gradient = Pick<Inputs, ${moving.length === 0 ? 'never' : moving.map(({ label }) => JSON.stringify(label)).join(' | ')}>;
`
}${types.named()}/** The values of the inputs in the program. */
export const defaults: Inputs;
/**
 * Returns the value at inputs; those that are left out have the values in the program.
 * @throws {PullbackError} if an input does not fit, or the program has no value there.
 */
export function value(inputs?: Partial<Inputs>): Output;
/**
 * Returns the value and the gradient: the derivative of the result, weighted by a cotangent of its shape, with respect to
 * each input. The cotangent is ${ones} if it is left out.
 * @throws {PullbackError}
 */
export function gradient(
  inputs?: Partial<Inputs>,
  cotangent?: Output,
): { readonly value: Output; readonly gradient: ${isWhole ? 'Inputs' : 'Gradient'} };
/**
 * Returns the value and its derivative in a direction, which is 0 in the inputs that it leaves out.
 * @throws {PullbackError}
 */
export function directional(
  inputs: Partial<Inputs>,
  direction: Partial<Inputs>,
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

/** The names that a declaration file has already, or that mean something in it. */
const TAKEN = ['Inputs', 'Output', 'Gradient', 'PullbackError', 'Partial', 'Pick', 'Float64Array', 'Error'];

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
