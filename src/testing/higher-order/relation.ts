import type fc from 'fast-check';
import { fromChoices, type Choices } from '../choices';
import { type HigherType, textOfHigherType } from './types';

/*
 * The logical relations of Krawiec et al. (Figure 13) and of Huot, Staton & Vákár (Theorem 3), as tests. Both relate a
 * family of values, over one or several parameters, to a family of values of the translated type: at `real` the second
 * has the derivatives of the first by the parameters, at a function it takes related families to related ones, and
 * elsewhere the relation is that of the parts. A `Sample` is a related pair that no translation has made; an
 * `Observation` takes related pairs of its type to related pairs of reals, where the relation can be checked.
 */

export type Sample =
  | { readonly tag: 'real'; readonly family: number }
  | { readonly tag: 'int'; readonly value: number }
  | { readonly tag: 'pair'; readonly left: Sample; readonly right: Sample }
  | { readonly tag: 'inl' | 'inr'; readonly part: Sample; readonly type: HigherType }
  | { readonly tag: 'list'; readonly items: readonly Sample[]; readonly type: HigherType }
  /** fun a -> the injection of g (parameters, the observation of a). */
  | {
      readonly tag: 'function';
      readonly parameter: HigherType;
      readonly family: number;
      readonly observation: Observation;
      readonly injection: Injection;
    };

export type Observation =
  | { readonly tag: 'real' | 'int' }
  | { readonly tag: 'pair' | 'sum'; readonly left: Observation; readonly right: Observation }
  | { readonly tag: 'list'; readonly item: Observation }
  /** The observation of the result at a sample. */
  | { readonly tag: 'function'; readonly argument: Sample; readonly result: Observation };

/** A value of a type made of one real. */
type Injection =
  | { readonly tag: 'real' | 'int' }
  | { readonly tag: 'pair'; readonly left: Injection; readonly right: Injection }
  | { readonly tag: 'inl' | 'inr' | 'list'; readonly part: Injection; readonly type: HigherType }
  | {
      readonly tag: 'function';
      readonly parameter: HigherType;
      readonly observation: Observation;
      readonly result: Injection;
    };

/** Returns what relates the argument and the result of a term: a sample of the one, an observation of the other. */
export function samplesOf(source: HigherType, target: HigherType): fc.Arbitrary<{ sample: Sample; seen: Observation }> {
  return fromChoices(12, (_, choices) => ({ sample: sampleOf(source, choices), seen: observationOf(target, choices) }));
}

function sampleOf(type: HigherType, choices: Choices): Sample {
  switch (type.tag) {
    case 'real':
      return { tag: 'real', family: choices.below(FAMILIES) };
    case 'int':
      return { tag: 'int', value: choices.below(4) };
    case 'pair':
      return { tag: 'pair', left: sampleOf(type.left, choices), right: sampleOf(type.right, choices) };
    case 'sum': {
      const tag = choices.chance(50) ? 'inl' : 'inr';
      return { tag, part: sampleOf(tag === 'inl' ? type.left : type.right, choices), type };
    }
    case 'list': {
      const items = Array.from({ length: choices.below(3) }, () => sampleOf(type.item, choices));
      return { tag: 'list', items, type };
    }
    case 'function':
      return {
        tag: 'function',
        parameter: type.left,
        family: choices.below(FAMILIES),
        observation: observationOf(type.left, choices),
        injection: injectionOf(type.right, choices),
      };
  }
}

function observationOf(type: HigherType, choices: Choices): Observation {
  switch (type.tag) {
    case 'real':
    case 'int':
      return type;
    case 'pair':
    case 'sum':
      return { tag: type.tag, left: observationOf(type.left, choices), right: observationOf(type.right, choices) };
    case 'list':
      return { tag: 'list', item: observationOf(type.item, choices) };
    case 'function':
      return {
        tag: 'function',
        argument: sampleOf(type.left, choices),
        result: observationOf(type.right, choices),
      };
  }
}

function injectionOf(type: HigherType, choices: Choices): Injection {
  switch (type.tag) {
    case 'real':
    case 'int':
      return type;
    case 'pair':
      return { tag: 'pair', left: injectionOf(type.left, choices), right: injectionOf(type.right, choices) };
    case 'sum': {
      const tag = choices.chance(50) ? 'inl' : 'inr';
      return { tag, part: injectionOf(tag === 'inl' ? type.left : type.right, choices), type };
    }
    case 'list':
      return { tag: 'list', part: injectionOf(type.item, choices), type };
    case 'function':
      return {
        tag: 'function',
        parameter: type.left,
        observation: observationOf(type.left, choices),
        result: injectionOf(type.right, choices),
      };
  }
}

/** The number of families that each side has, of reals and of functions of a real. */
export const FAMILIES = 4;

/** One component of related pairs, as text. What is run is an expression, or an action of a monad. */
export interface Side {
  readonly real: string;
  /** The type of the result of a function. */
  readonly result: (type: string) => string;
  /** A statement that names what is run. */
  readonly run: (name: string, action: string) => string;
  /** What is run: statements and a value. */
  readonly close: (statements: readonly string[], value: string) => string;
  /** A family of reals, to be run. */
  readonly family: (which: number) => string;
  /** A family of functions of a real, applied to a value, to be run. */
  readonly applied: (which: number, argument: string) => string;
  readonly plus: (left: string, right: string) => string;
  /** A real that does not depend on the parameters, as a value. */
  readonly constant: (text: string) => string;
}

/** Writes samples and observations for one side; everything that is returned is to be run. */
export class Writer {
  private readonly side: Side;
  private named = 0;
  constructor(side: Side) {
    this.side = side;
  }

  type(type: HigherType): string {
    return textOfHigherType(type, this.side.real, this.side.result);
  }

  sample(sample: Sample): string {
    const { side } = this;
    switch (sample.tag) {
      case 'real':
        return side.family(sample.family);
      case 'int':
        return side.close([], String(sample.value));
      case 'pair':
        return this.all([this.sample(sample.left), this.sample(sample.right)], ([l = '', r = '']) => `(${l}, ${r})`);
      case 'inl':
      case 'inr':
        return this.all(
          [this.sample(sample.part)],
          ([part = '']) => `(${sample.tag} ${part} : ${this.type(sample.type)})`,
        );
      case 'list':
        return this.all(
          sample.items.map((item) => this.sample(item)),
          (items) => `([${items.join(', ')}] : ${this.type(sample.type)})`,
        );
      case 'function': {
        const a = this.name();
        const [seen, real, made] = [this.name(), this.name(), this.name()];
        const body = side.close(
          [
            side.run(seen, this.observed(sample.observation, a)),
            side.run(real, side.applied(sample.family, seen)),
            side.run(made, this.injected(sample.injection, real)),
          ],
          made,
        );
        return side.close([], `(fun (${a} : ${this.type(sample.parameter)}) -> ${body})`);
      }
    }
  }

  observed(observation: Observation, value: string): string {
    const { side } = this;
    switch (observation.tag) {
      case 'real':
        return side.close([], value);
      case 'int':
        return side.close([], side.constant(`toReal ${value}`));
      case 'pair': {
        const parts = [
          this.observed(observation.left, `(fst ${value})`),
          this.observed(observation.right, `(snd ${value})`),
        ];
        return this.summed(parts);
      }
      case 'sum': {
        const x = this.name();
        const arm = (tag: string, part: Observation): string => `${tag} ${x} -> ${this.observed(part, x)}`;
        return `(case ${value} of ${arm('inl', observation.left)} | ${arm('inr', observation.right)})`;
      }
      case 'list': {
        const [item, sum, before, one, added] = [this.name(), this.name(), this.name(), this.name(), this.name()];
        const step = side.close(
          [
            side.run(before, sum),
            side.run(one, this.observed(observation.item, item)),
            side.run(added, side.plus(before, one)),
          ],
          added,
        );
        return `(fold (${item}, ${sum}) -> ${step} over ${value} from ${side.close([], side.constant('0.25'))})`;
      }
      case 'function': {
        const [argument, result, seen] = [this.name(), this.name(), this.name()];
        return side.close(
          [
            side.run(argument, this.sample(observation.argument)),
            side.run(result, `(${value} ${argument})`),
            side.run(seen, this.observed(observation.result, result)),
          ],
          seen,
        );
      }
    }
  }

  private injected(injection: Injection, real: string): string {
    const { side } = this;
    switch (injection.tag) {
      case 'real':
        return side.close([], real);
      case 'int':
        return side.close([], '2');
      case 'pair':
        return this.all(
          [this.injected(injection.left, real), this.injected(injection.right, real)],
          ([l = '', r = '']) => `(${l}, ${r})`,
        );
      case 'inl':
      case 'inr':
        return this.all(
          [this.injected(injection.part, real)],
          ([part = '']) => `(${injection.tag} ${part} : ${this.type(injection.type)})`,
        );
      case 'list':
        return this.all(
          [this.injected(injection.part, real)],
          ([part = '']) => `([${part}, ${part}] : ${this.type(injection.type)})`,
        );
      case 'function': {
        const [a, seen, sum, made] = [this.name(), this.name(), this.name(), this.name()];
        const body = side.close(
          [
            side.run(seen, this.observed(injection.observation, a)),
            side.run(sum, side.plus(real, seen)),
            side.run(made, this.injected(injection.result, sum)),
          ],
          made,
        );
        return side.close([], `(fun (${a} : ${this.type(injection.parameter)}) -> ${body})`);
      }
    }
  }

  private summed(parts: readonly string[]): string {
    const names = parts.map(() => this.name());
    const sum = this.name();
    const [left = '', right = ''] = names;
    const runs = parts.map((part, i) => this.side.run(names[i] ?? '', part));
    return this.side.close([...runs, this.side.run(sum, this.side.plus(left, right))], sum);
  }

  private all(parts: readonly string[], build: (names: readonly string[]) => string): string {
    const names = parts.map(() => this.name());
    const runs = parts.map((part, i) => this.side.run(names[i] ?? '', part));
    return this.side.close(runs, build(names));
  }

  name(): string {
    return `v${++this.named}`;
  }
}
