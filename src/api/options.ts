import { ENGINES } from '../ad/registry';
import { PullbackError } from '../compile/module/glue/error';
import { closest } from '../language/elaborate/messages/suggest';
import { type Budget, COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { misfit } from '../semantics/misfit';
import { textsOf } from '../services/given-imports';
import type { AgreeOptions, CheckOptions, CompileOptions, RunOptions } from './declarations';

/** The functions that take options, and what they take. */
interface Options {
  readonly check: CheckOptions;
  readonly run: RunOptions;
  readonly agree: AgreeOptions;
  readonly compile: CompileOptions;
}

type OptionName = keyof Options[keyof Options] | keyof RunOptions;

/** The options of each function, in the order in which a message lists them. */
const NAMES: { readonly [Name in keyof Options]: readonly (keyof Options[Name] & OptionName)[] } = {
  check: ['imports'],
  run: ['inputs', 'engine', 'cotangent', 'jacobian', 'steps', 'seconds', 'memory', 'imports'],
  agree: ['inputs', 'cotangent', 'steps', 'seconds', 'memory', 'imports'],
  compile: ['inputs', 'steps', 'memory', 'imports'],
};

/** The values that an option takes: in words, and as a test. */
interface Kind {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

const COUNT: Kind = {
  wanted: 'a positive whole number',
  fits: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};

const KINDS: Readonly<Record<OptionName, Kind>> = {
  inputs: { wanted: 'an object with values by the names of inputs', fits: isObject },
  engine: {
    wanted: `one of the engines ${ENGINES.map(({ id }) => id).join(', ')}`,
    fits: (value) => ENGINES.some(({ id }) => id === value),
  },
  cotangent: { wanted: 'a value', fits: () => true }, // Whether it fits the result, the program determines.
  jacobian: { wanted: 'true or false', fits: (value) => typeof value === 'boolean' },
  steps: COUNT,
  seconds: { wanted: 'a positive number', fits: (value) => Number.isFinite(value) && Number(value) > 0 },
  memory: COUNT,
  imports: {
    wanted: 'an object with texts by path',
    fits: (value) => isObject(value) && Object.values(value).every((text) => typeof text === 'string'),
  },
};

/** Returns the options, without those that are undefined. Throws a PullbackError if one is unknown or does not fit. */
export function checkedOptions<Name extends keyof Options>(name: Name, given: unknown): Options[Name] {
  if (given === undefined) return {};
  if (!isObject(given)) throw wrong(`the options of ${name} do not fit: ${misfit('an object', given, '')}`, 'options');
  const known: readonly OptionName[] = NAMES[name];
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [option, value] of entries) {
    const found = known.find((each) => each === option);
    if (found === undefined) throw unknownOption(name, option, known);
    const { wanted, fits } = KINDS[found];
    if (!fits(value)) throw wrong(`the option ${option} does not fit: ${misfit(wanted, value, '')}`, option);
  }
  const options = Object.fromEntries(entries) as RunOptions; // each option has been checked
  if (options.jacobian === true && options.cotangent !== undefined)
    throw wrong('the options cotangent and jacobian cannot be used together: leave one out', 'jacobian');
  return options;
}

/** Returns the texts of a program: its own, and those that it imports. Throws a PullbackError if it is no string. */
export function checkedTexts(name: string, source: unknown, { imports = {} }: CheckOptions): readonly string[] {
  return textsOf(checkedSource(name, source), imports);
}

/** Returns the text of a program. Throws a PullbackError if it is no string. */
function checkedSource(name: string, source: unknown): string {
  if (typeof source === 'string') return source;
  throw wrong(`the program given to ${name} does not fit: ${misfit('a string', source, '')}`, 'source');
}

export function budgetOf({ steps, seconds, memory }: RunOptions): Budget {
  const { steps: mostSteps, seconds: mostSeconds, bytes } = COMMAND_LINE_BUDGET;
  return { steps: steps ?? mostSteps, seconds: seconds ?? mostSeconds, bytes: memory ?? bytes };
}

function unknownOption(name: string, option: string, known: readonly OptionName[]): PullbackError {
  const meant = closest(option, known);
  const advice = meant === undefined ? `the options are ${known.join(', ')}` : `did you mean ${meant}?`;
  return wrong(`${name} has no option ${option}: ${advice}`, option);
}

function wrong(message: string, path: string): PullbackError {
  return new PullbackError('argument', message, [1, 1], path);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
