import { sameType } from '../../language/types/structure';
import { BOOL, INT, REAL, type Type } from '../../language/types/type';
import type { Choices } from '../choices';
import { distinct, type ProgramParameter, type ParameterGenerator } from './parameters';
import { annotated, withVariables, type Code, type NameSupply, type ProgramScope } from './scope';
import { isRecursive, variantsOf } from './types';

/** Generates code that constructs data, and takes it apart. */
export interface DataGenerator {
  /** Uses the form that constructs values of the type; `small` avoids nesting values of the same type. */
  readonly construction: (type: Type, part: (type: Type) => Code, small: boolean) => Code;
  readonly matching: (type: Type, scope: ProgramScope) => Code;
  readonly folding: (type: Type, scope: ProgramScope) => Code;
  /** Returns an expression that selects a part of a record, or of a tuple of records. */
  readonly field: (type: Type, scope: ProgramScope) => Code;
}

/** The bound on numbers in data. */
export const DATA_BOUND = 4;

export function dataGenerator(
  choices: Choices,
  names: NameSupply,
  expression: (type: Type, scope: ProgramScope, limit: number) => Code,
  { parameter, firstOrderType }: ParameterGenerator,
): DataGenerator {
  function construction(type: Type, part: (type: Type) => Code, small: boolean): Code {
    const of = (text: string): Code => ({ text, bound: DATA_BOUND });
    switch (type.tag) {
      case 'string':
        return of(choices.of(['"a"', '""', '"loss"']));
      case 'sequence': {
        const items = Array.from({ length: choices.below(small ? 3 : 4) }, () => part(type.item).text);
        return of(`[${items.join(', ')}]`);
      }
      case 'record':
        return of(`{ ${type.fields.map(({ name, type: field }) => `${name} = ${part(field).text}`).join(', ')} }`);
      default: {
        const variants = variantsOf(type);
        // The first variants contain no values of their own type.
        const chosen = variants[isRecursive(type) && small ? 0 : choices.below(variants.length)];
        if (chosen === undefined) return of('()');
        return of(chosen.payload === undefined ? chosen.name : `(${chosen.name} ${inside(chosen.payload)})`);
      }
    }
    function inside(payload: Type): string {
      if (!small || payload.tag !== 'product') return part(payload).text;
      // A list of children is left empty, to avoid values of the same type.
      const items = payload.items.map((item) =>
        item.tag === 'sequence' && sameType(item.item, type) ? '[]' : part(item).text,
      );
      return `(${items.join(', ')})`;
    }
  }

  /** Returns data to take apart, preferring variables in scope. */
  function source(scope: ProgramScope, fits: (type: Type) => boolean, otherwise: () => Type): Type {
    const known = scope.variables.filter(({ type }) => fits(type));
    const chosen = known[known.length - 1 - choices.below(known.length)];
    return chosen !== undefined && choices.chance(70) ? chosen.type : otherwise();
  }

  function matching(type: Type, scope: ProgramScope): Code {
    const over = source(scope, ({ tag }) => !['real', 'bool', 'unit', 'function'].includes(tag), firstOrderType);
    const scrutinee = expression(over, scope, DATA_BOUND);
    const variants = variantsOf(over);
    const arm = ({ text, variables }: ProgramParameter): Code & { readonly pattern: string } => ({
      ...expression(type, withVariables(scope, variables), DATA_BOUND),
      pattern: text,
    });
    if (variants.length > 0 && choices.chance(60)) {
      const arms = variants.map(({ name, payload }) => {
        if (payload === undefined) return arm({ text: name, variables: [] });
        const { text, variables } = parameter(payload, scrutinee.bound, false);
        return arm({ text: `${name} ${text}`, variables });
      });
      return over.tag === 'sum' && choices.chance(60) ? together('case', 'of', arms) : together('match', 'with', arms);
    }
    const patterns = Array.from({ length: 1 + choices.below(2) }, () => pattern(over, scrutinee.bound));
    const always = patterns.find(({ fits }) => fits) ?? variable(over, scrutinee.bound);
    const reached = patterns.filter(({ fits }) => !fits);
    return together('match', 'with', [...reached, always].map(arm));

    function together(keyword: string, word: string, arms: readonly (Code & { readonly pattern: string })[]): Code {
      const written = arms.map(({ pattern: left, text }) => `${left} -> ${text}`).join(' | ');
      return {
        text: `(${keyword} ${scrutinee.text} ${word} ${written})`,
        bound: Math.max(...arms.map(({ bound }) => bound)),
      };
    }
  }

  function variable(type: Type, bound: number): MatchPattern {
    if (choices.chance(15)) return { text: '_', variables: [], fits: true };
    const name = names.unique(choices.of(['x', 'y', 'z', 'u', 'v']));
    const text = annotated(name, type, type.tag === 'product' || type.tag === 'record');
    return { text, variables: [{ name, type, bound }], fits: true };
  }

  /** Returns a pattern that binds each name once. `depth` limits the nesting of patterns. */
  function pattern(type: Type, bound: number, depth = 4): MatchPattern {
    if (depth === 0) return variable(type, bound);
    const all = (items: readonly Type[], around: (texts: readonly string[]) => string, fits = false): MatchPattern => {
      const parts = items.map((item) => pattern(item, bound, depth - 1));
      return {
        text: around(parts.map(({ text }) => text)),
        variables: parts.flatMap(({ variables }) => variables),
        fits: fits && parts.every((part) => part.fits),
      };
    };
    const literal = (texts: readonly [string, ...string[]], percent: number): MatchPattern =>
      choices.chance(percent) ? { text: choices.of(texts), variables: [], fits: false } : variable(type, bound);
    switch (type.tag) {
      case 'real':
        return literal(['1.5', '(-2)', '0.5'], 10);
      case 'int':
        return literal(['0', '1', '2', '(-1)'], 60);
      case 'bool':
        return literal(['true', 'false'], 70);
      case 'string':
        return literal(['"a"', '""', '"lossa"'], 70);
      case 'unit':
        return { text: '()', variables: [], fits: true };
      case 'product':
        return all(type.items, (texts) => `(${texts.join(', ')})`, true);
      case 'record':
        return all(
          type.fields.map((field) => field.type),
          (texts) => `{ ${type.fields.map(({ name }, i) => `${name} = ${texts[i] ?? '_'}`).join(', ')} }`,
          true,
        );
      case 'sequence': {
        if (type.container !== 'list') return variable(type, bound);
        const make = choices.pick<() => MatchPattern>([
          [1, () => variable(type, bound)],
          [3, () => all([type.item, type], ([head = '_', tail = '_']) => `(${head} :: ${tail})`)],
          [
            2,
            () =>
              all(
                Array.from({ length: choices.below(3) }, () => type.item),
                (texts) => `[${texts.join(', ')}]`,
              ),
          ],
        ]);
        return make();
      }
      default: {
        const variants = variantsOf(type);
        const chosen = variants[choices.below(variants.length)];
        if (chosen === undefined || !choices.chance(85)) return variable(type, bound);
        const { name, payload } = chosen;
        return payload === undefined
          ? { text: name, variables: [], fits: false }
          : all([payload], ([inner = '_']) => `(${name} ${inner})`);
      }
    }
  }

  function folding(type: Type, scope: ProgramScope): Code {
    const over = source(scope, ({ tag }) => tag === 'sequence', sequence);
    const sequenceOf = expression(over, scope, DATA_BOUND);
    const from = expression(type, scope, DATA_BOUND);
    const item = over.tag === 'sequence' ? over.item : REAL;
    const [one, sofar] = distinct([parameter(item, DATA_BOUND, false), parameter(type, DATA_BOUND, false)]) ?? [
      variable(item, DATA_BOUND),
      variable(type, DATA_BOUND),
    ];
    if (one === undefined || sofar === undefined) return from;
    const inner = withVariables(scope, [...one.variables, ...sofar.variables]);
    const body = expression(type, inner, DATA_BOUND);
    const text = `(fold (${one.text}, ${sofar.text}) -> ${body.text} over ${sequenceOf.text} from ${from.text})`;
    return { text, bound: DATA_BOUND };
  }

  function sequence(): Type {
    const item = choices.chance(60) ? REAL : firstOrderType();
    return { tag: 'sequence', container: choices.of(['list', 'array']), item };
  }

  /** Returns `{ x = ..., y = ... }.x`, or `{ r with x = ... }`. */
  function field(type: Type, scope: ProgramScope): Code {
    if (type.tag === 'record' && choices.chance(70)) {
      const whole = expression(type, scope, DATA_BOUND);
      const { name, type: of } = type.fields[choices.below(type.fields.length)] ?? { name: 'x', type: REAL };
      return { text: `{ ${whole.text} with ${name} = ${expression(of, scope, DATA_BOUND).text} }`, bound: DATA_BOUND };
    }
    const other = choices.of([REAL, INT, BOOL]);
    const fields = [
      { name: 'gain', type },
      { name: 'zone', type: other },
    ];
    const whole = expression({ tag: 'record', fields }, scope, DATA_BOUND);
    return { text: `(${whole.text}).gain`, bound: DATA_BOUND };
  }

  return { construction, matching, folding, field };
}

interface MatchPattern extends ProgramParameter {
  /** Whether the pattern matches every value. */
  readonly fits: boolean;
}
