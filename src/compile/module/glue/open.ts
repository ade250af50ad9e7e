import { type Failure, withArguments } from '../../../semantics/failure';
import {
  misfit,
  unfitCotangent,
  unfitData,
  unfitInput,
  unknownInput,
  WANTED_RECORD,
  withoutDirection,
} from '../../../semantics/misfit';
import { FAULT, NOTE } from '../../emit/host';
import { WORD } from '../../emit/layout';
import { isHostLimit } from '../../run/host-limit';
import { type Ended, ModuleInstance } from '../../run/instance';
import { isObject } from './is-object';
import { PullbackError } from './error';
import { Misfit } from './misfit';
import type { Parts, Place, Template } from './parts';
import { codecsOf, Reader as PlainReader, Writer as PlainWriter } from './transfer';

/** A program as functions. */
export interface Model {
  readonly defaults: Values;
  value(inputs?: Values): unknown;
  gradient(inputs?: Values, cotangent?: unknown): { readonly value: unknown; readonly gradient: Values };
  directional(inputs?: Values, direction?: Values): { readonly value: unknown; readonly tangent: unknown };
}

type Values = Readonly<Record<string, unknown>>;

/** An argument of an entry: its type, its value, and what makes an error of a misfit. */
interface Argument {
  readonly type: number;
  readonly value: unknown;
  /** What to write instead of every real. */
  readonly instead?: number | undefined;
  readonly misfit: (misfit: Misfit) => PullbackError;
}

/** Returns the model of a program. Calls share nothing: each has the memory to itself. */
export function open(parts: Parts): Model {
  const { inputs, fixed, output, sites, templates, limits, stops, shape, size } = parts;
  const moving = inputs.length - fixed;
  const codecs = codecsOf(parts.types, parts.codecs, size);
  const { Writer, Reader } = parts.withParts?.(PlainWriter, PlainReader) ?? {
    Writer: PlainWriter,
    Reader: PlainReader,
  };
  const whole = sites[0]?.[2] || NOWHERE;
  const withinLimits = <Result>(use: () => Result): Result => {
    try {
      return use();
    } catch (thrown) {
      throw isHostLimit(thrown) ? errorOf(stops.memory, whole) : thrown;
    }
  };

  /** Modules that are not running: an input can have a getter that calls the model again. */
  const binary = withinLimits(parts.binary);
  const idle: ModuleInstance[] = [];
  const made = (): ModuleInstance => {
    const instance = new ModuleInstance(binary);
    place = parts.hold?.(instance, own.slice(moving), size, write) ?? write;
    return instance;
  };
  const write = (instance: ModuleInstance, { type, value, instead }: Argument, at: number): void => {
    new Writer(instance, codecs, instead).write(type, value, at);
  };
  /** Writes an argument into its slots. */
  let place = write;

  const using = <Result>(use: (instance: ModuleInstance) => Result): Result =>
    withinLimits(() => {
      const instance = idle.pop() ?? made();
      try {
        return use(instance);
      } finally {
        idle.push(instance);
      }
    });

  /** Runs an entry on arguments, and returns how it ended and the address of the results. */
  const run = (
    instance: ModuleInstance,
    entry: string,
    given: readonly Argument[],
  ): { readonly ended: Ended; readonly at: number } => {
    instance.begin(limits);
    let at = instance.slots;
    for (const argument of given) {
      try {
        place(instance, argument, at);
      } catch (thrown) {
        throw thrown instanceof Misfit ? argument.misfit(thrown) : thrown;
      }
      at += size[argument.type] ?? 0;
    }
    if (instance.top > instance.start + limits.bytes) throw errorOf(stops.memory, whole);
    return { ended: instance.run(entry), at };
  };

  const read = (instance: ModuleInstance, type: number, at: number): unknown =>
    new Reader(instance, codecs).read(type, at);

  /** Returns the error that the careful version of an entry notes; undefined if it comes to its end. */
  const noted = (instance: ModuleInstance, entry: string, given: readonly Argument[]): PullbackError | undefined => {
    if (!instance.has(entry)) return undefined;
    instance.view.setBigUint64(NOTE.site, 0n, true);
    const { ended } = run(instance, entry, given);
    if (ended === 'done') return undefined;
    const { view, fault } = instance;
    const site = sites[view.getUint32(NOTE.site, true)] ?? [0, 0, 0];
    const place = site[2] || sites[view.getUint32(NOTE.caller, true)]?.[2] || whole;
    if (ended !== 'fault') return errorOf(stops[ended as keyof typeof stops], place);
    const isBefore = site[3] === 1 ? entry === 'explainValue' : fault === FAULT.program;
    const [first, second] = [view.getFloat64(NOTE.values, true), view.getFloat64(NOTE.values + WORD, true)];
    const [code, text, values] = templates[site[isBefore ? 0 : 1]] ?? OVERFLOWED;
    if (values === 'index') return parts.outOfBounds && errorOf(parts.outOfBounds(first, second), place);
    return new PullbackError(code, withArguments(text, [first, second].slice(0, values)), place);
  };

  /** Returns why a run has stopped: what the value says, or `more`. */
  const reason = (
    instance: ModuleInstance,
    ended: Exclude<Ended, 'done'>,
    point: readonly Argument[],
    more: () => PullbackError | undefined,
  ): PullbackError =>
    noted(instance, 'explainValue', point) ??
    (ended === 'fault' ? more() : errorOf(stops[ended as keyof typeof stops], whole)) ??
    new PullbackError(OVERFLOWED[0], OVERFLOWED[1], whole);

  const value = (instance: ModuleInstance, point: readonly Argument[]): unknown => {
    const { ended, at } = run(instance, 'value', point);
    // Where the careful version comes to its end, its result stands in the same place.
    const error = ended === 'done' ? undefined : noted(instance, 'explainValue', point);
    if (error !== undefined) throw error;
    return read(instance, output, at);
  };

  /** Returns what is given for each input, or else the other arguments. */
  const argumentsOf = (given: unknown, others: readonly Argument[], isDirection = false): readonly Argument[] => {
    if (!isObject(given)) throw new PullbackError('input-value', misfit(WANTED_RECORD, given, ''), whole);
    for (const name of Object.keys(given)) {
      const input = inputs.find((each) => each.name === name);
      if (input === undefined || (isDirection && !input.moves))
        throw new PullbackError('unknown-input', (input ? withoutDirection : unknownInput)(name), whole, name);
    }
    return others.map((other, i) => {
      const { name = '', place = whole, missing } = inputs[i] ?? {};
      const found = Object.hasOwn(given, name) ? given[name] : undefined;
      if (found !== undefined) return { ...other, value: found, instead: undefined };
      if (missing !== undefined && !isDirection) throw new PullbackError('no-value', missing, place, name);
      return other;
    });
  };
  const defaults = parts.defaults();
  const own = inputs.map(({ name, type, place }, i): Argument => {
    const isData = i >= moving;
    return {
      type,
      value: defaults[name],
      misfit: ({ message, path }) =>
        new PullbackError(
          isData ? 'data-value' : 'input-value',
          (isData ? unfitData : unfitInput)(name, message),
          place,
          `${name}${path}`,
        ),
    };
  });

  // A host that has no memory for the module says so at once.
  idle.push(withinLimits(made));
  return {
    defaults: parts.defaults(),
    value: (given = {}) => using((instance) => value(instance, argumentsOf(given, own))),
    gradient: (given = {}, cotangent) =>
      using((instance) => {
        const point = argumentsOf(given, own);
        const misfit = ({ message, path }: Misfit): PullbackError =>
          new PullbackError('cotangent', unfitCotangent(message), whole, path);
        const isOne = parts.types[output]?.kind === 'real';
        const weight: Argument =
          cotangent === undefined
            ? { type: output, value: isOne ? 1 : value(instance, point), instead: 1, misfit }
            : { type: output, value: cotangent, misfit };
        const { ended, at } = run(instance, 'gradient', [...point, weight]);
        if (ended !== 'done') {
          throw reason(instance, ended, point, () =>
            shape?.sameShape(value(instance, point), weight.value) === false
              ? errorOf(shape.cotangent, whole)
              : noted(instance, 'explainGradient', [...point, weight]),
          );
        }
        let from = at;
        const gradient: (readonly [string, unknown])[] = [];
        for (const { name, type, moves } of inputs.slice(0, moving)) {
          if (moves) gradient.push([name, read(instance, type, from)]);
          from += size[type] ?? 0;
        }
        return { value: read(instance, output, from), gradient: Object.fromEntries(gradient) };
      }),
    directional: (given = {}, direction = {}) =>
      using((instance) => {
        const point = argumentsOf(given, own);
        const zeros = point.slice(0, moving).map((argument) => ({ ...argument, instead: 0 }));
        const tangents = argumentsOf(direction, zeros, true);
        const { ended, at } = run(instance, 'directional', [...point, ...tangents]);
        if (ended !== 'done') {
          throw reason(instance, ended, point, () =>
            shape !== undefined && tangents.some(({ value: each }, i) => !shape.sameShape(point[i]?.value, each))
              ? errorOf(shape.tangent, whole)
              : undefined,
          );
        }
        const tangent = read(instance, output, at);
        return { value: read(instance, output, at + (size[output] ?? 0)), tangent };
      }),
  };
}

function errorOf({ code, message }: Failure, place: Place): PullbackError {
  return new PullbackError(code, message, place);
}

const NOWHERE: Place = [1, 1];

/** What is said of a derivative that is not finite if nothing is known of the operation. */
const OVERFLOWED: Template = ['not-finite', 'an intermediate derivative overflowed', 0];
