import * as core from '../../core/builders';
import { constructorsOf } from '../../core/constructors';
import { variablePattern } from '../../core/patterns';
import type { CoreItem, Lambda, RecursiveFunction, Term, Variable, VariantDeclaration } from '../../core/tree';
import { internalError } from '../../source/internal-error';
import { NOWHERE, type Span } from '../../source/span';
import { showType } from '../../types/print';
import { sameType } from '../../types/structure';
import { functionType } from '../../types/type';
import type { Type } from '../../types/type';
import type { Names } from '../names';
import { convertedSequence, mapLoop } from './map-term';

/**
 * Conversions of values whose sequences are lists in one type and arrays in another, where the types are otherwise the
 * same. Sums and variants, which can be recursive, have one function for each pair of types.
 */
export class Conversions {
  readonly #names: Pick<Names, 'fresh'>;
  readonly #variants: () => readonly VariantDeclaration[];
  readonly #known = new Map<string, Variable>();
  readonly #functions: RecursiveFunction[] = [];

  constructor(names: Pick<Names, 'fresh'>, variants: () => readonly VariantDeclaration[]) {
    this.#names = names;
    this.#variants = variants;
  }

  /** Returns the functions that were requested. */
  items(): readonly CoreItem[] {
    return this.#functions.length === 0 ? [] : [{ tag: 'letrec', functions: this.#functions, origin: NOWHERE }];
  }

  /** Returns the value of a variable, converted to a type. */
  at(value: Variable, to: Type, origin: Span): Term {
    return this.#term(value, to, origin);
  }

  /** Converts a variable or a part of one: terms that can be repeated. */
  #term(value: Term, to: Type, origin: Span): Term {
    const { type: from } = value;
    if (sameType(from, to)) return value;
    if (from.tag === 'sequence' && to.tag === 'sequence') {
      if (sameType(from.item, to.item)) return convertedSequence(value, to, origin, this.#names);
      return mapLoop(
        this.#lambda('x', from.item, (x) => this.#term(x, to.item, origin)),
        value,
        to,
        origin,
        this.#names,
      );
    }
    if (from.tag === 'product' && to.tag === 'product') {
      const part = (type: Type, at: number): Term => this.#term(core.projection(value, at, origin), type, origin);
      return core.tuple(to.items.map(part), origin);
    }
    if (from.tag === 'record' && to.tag === 'record') {
      const fields = to.fields.map(({ name, type }) => ({
        name,
        value: this.#term(core.field(value, name, origin), type, origin),
      }));
      return core.record(fields, origin);
    }
    if (from.tag === 'function' && to.tag === 'function') {
      return this.#lambda('x', to.parameter, (x) => {
        const result = core.apply(value, this.#term(x, from.parameter, origin), origin);
        return this.#named('y', result, (y) => this.#term(y, to.result, origin));
      });
    }
    if (from.tag === 'monad' && to.tag === 'monad') {
      const x = core.variable(this.#names.fresh('x'), from.result, origin);
      return core.bind(
        variablePattern(x.name, x.type, origin),
        value,
        core.pure(this.#term(x, to.result, origin), origin),
        origin,
      );
    }
    return core.apply({ ...this.#function(from, to), origin }, value, origin);
  }

  #lambda(base: string, type: Type, body: (parameter: Variable) => Term): Lambda {
    const parameter = core.variable(this.#names.fresh(base), type);
    return core.lambda(variablePattern(parameter.name, type), body(parameter));
  }

  #named(base: string, value: Term, body: (name: Variable) => Term): Term {
    const name = core.variable(this.#names.fresh(base), value.type, value.origin);
    return core.let_(variablePattern(name.name, name.type, value.origin), value, body(name), value.origin);
  }

  /** Returns the function that converts values of a sum or a variant: the same constructor, with its payload converted. */
  #function(from: Type, to: Type): Variable {
    const key = `${showType(from)} to ${showType(to)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const self = core.variable(this.#names.fresh('convert'), functionType(from, to));
    this.#known.set(key, self);
    const constructors = constructorsOf(from, this.#variants()) ?? internalError(`no constructors: ${key}`);
    const payloads = new Map(constructorsOf(to, this.#variants())?.map(({ name, payload }) => [name, payload]));
    const body = this.#lambda('v', from, (v) =>
      core.match(
        v,
        constructors.map(({ name, payload }) => {
          const wanted = payloads.get(name);
          if (payload === undefined || wanted === undefined)
            return { constructorName: name, payload: undefined, body: core.construct(name, undefined, to) };
          const x = core.variable(this.#names.fresh('x'), payload);
          return {
            constructorName: name,
            payload: variablePattern(x.name, payload),
            body: core.construct(name, this.#term(x, wanted, NOWHERE), to),
          };
        }),
      ),
    );
    this.#functions.push({ name: self.name, function: body, origin: NOWHERE });
    return self;
  }
}
