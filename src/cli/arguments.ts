import { integer } from '../language/source/counted';
import { parseArgs } from 'node:util';
import { closest } from '../language/elaborate/messages/suggest';
import type { EngineId } from '../ad/engine';
import { ENGINES, WRITERS } from '../ad/registry';
import { DEFAULT_SIZES } from '../protocol/growth';
import type { Json } from '../protocol/messages';
import { readWritten } from '../protocol/written-json';
import { MOST_STEPS } from '../ad/abadi-plotkin/steps/stepper';
import { MOST_APPROXIMANT } from '../protocol/terms';
import type { JetShape } from '../semantics/jets/multi-index';
import type { Budget } from '../semantics/outcome';
import { COMMAND_LINE_BUDGET, PAGE_BUDGET } from '../semantics/outcome';
import { GROWING_ENGINES } from '../services/growth';
import type { JetsWanted } from '../services/jets-report';
import { NO_JETS, readJets, readShape } from './shapes';

export const COMMAND_NAMES = [
  'run',
  'check',
  'fmt',
  'trace',
  'steps',
  'theorems',
  'jets',
  'tangents',
  'translate',
  'agree',
  'test-engine',
  'growth',
  'delta',
  'compile',
  'link',
  'grade',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** The parsed command line. */
export interface Arguments {
  readonly command: CommandName;
  /** A `.pbk` or `.md` file; `-` is standard input. */
  readonly file: string;
  /** `grade` only: all files and folders, the first one included. */
  readonly submissions: readonly string[];
  readonly json: boolean;
  /** `grade` only. */
  readonly csv: boolean;
  /** `fmt` only: list what is not formatted instead of printing the formatted text. */
  readonly check: boolean;
  readonly anf: boolean;
  /** `trace` only: how deep recursive functions may be entered; undefined for any depth. */
  readonly approximant: number | undefined;
  /** `steps` only: of the symbolic evaluation. */
  readonly symbolic: boolean;
  /** `steps` only: the step whose state is printed. */
  readonly at: number | undefined;
  /** `jets` only. */
  readonly jets: JetsWanted;
  readonly set: Readonly<Record<string, Json>>;
  /** The files of `--set NAME=@FILE`, by the name that is set. */
  readonly files: Readonly<Record<string, string>>;
  /** The files of `--data`. */
  readonly data: readonly string[];
  /** The last engine named on the command line. */
  readonly engine: EngineId | undefined;
  /** All engines named on the command line, in the order of the registry. */
  readonly engines: readonly EngineId[];
  /** `growth` only: the label of the input to grow. */
  readonly input: string | undefined;
  /** `growth` only: the sizes to measure. */
  readonly values: readonly number[];
  /** `translate --engine taylor` only: the shape of the macro; undefined for (1,1). */
  readonly shape: JetShape | undefined;
  readonly cotangent: Json | undefined;
  readonly jacobian: boolean;
  /** `run` only: how often to run; undefined for once, without times. */
  readonly repeat: number | undefined;
  /** `compile` only: the file to write; `-` is standard output, undefined too for WebAssembly text. */
  readonly output: string | undefined;
  /** `compile` only: an ES module, or WebAssembly text. */
  readonly target: Target;
  readonly budget: Budget;
  /** Whether `--steps` was given. */
  readonly fixedSteps: boolean;
}

/** The engines whose tangents are printed. */
const CURRIES: readonly EngineId[] = ['curry', 'curry-dependent'];

/** The time limit for a submission: it can have every exercise of the course. */
const GRADING_SECONDS = 300;

const TARGETS = ['module', 'wat'] as const;
type Target = (typeof TARGETS)[number];

/** The options as `parseArgs` takes them. */
const OPTIONS = {
  json: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  anf: { type: 'boolean', default: false },
  approximant: { type: 'string' },
  symbolic: { type: 'boolean', default: false },
  at: { type: 'string' },
  along: { type: 'string', multiple: true },
  jacobian: { type: 'boolean', default: false },
  repeat: { type: 'string' },
  set: { type: 'string', multiple: true, default: [] as string[] },
  data: { type: 'string', multiple: true, default: [] as string[] },
  engine: { type: 'string', multiple: true, default: [] as string[] },
  input: { type: 'string' },
  order: { type: 'string' },
  directions: { type: 'string' },
  restricted: { type: 'boolean', default: false },
  values: { type: 'string' },
  cotangent: { type: 'string' },
  steps: { type: 'string' },
  seconds: { type: 'string' },
  memory: { type: 'string' },
  output: { type: 'string', short: 'o' },
  target: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options that mean something to one command only. */
const ONE_COMMAND = {
  jacobian: 'run',
  repeat: 'run',
  check: 'fmt',
  anf: 'trace',
  approximant: 'trace',
  symbolic: 'steps',
  at: 'steps',
  along: 'jets',
  input: 'growth',
  values: 'growth',
  output: 'compile',
  target: 'compile',
  csv: 'grade',
} as const;

/** What is wrong with a command line, and what its writer most likely meant. */
export interface Misused {
  readonly problem: string;
  readonly suggestion?: string | undefined;
}

/** Returns what a name can be that is not known: the nearest one, or else all of them. */
function unknown(what: string, name: string, known: readonly string[], all: string, dashes = ''): Misused {
  const suggestion = closest(name, known);
  if (suggestion === undefined) return { problem: `unknown ${what}${all === '' ? '' : `; ${all}`}` };
  return { problem: `unknown ${what}`, suggestion: `${dashes}${suggestion}` };
}

/** Returns the problem that a message of `parseArgs` names. */
function misread(message: string): Misused {
  const [, option] = /^Unknown option '(--?[^']*)'/u.exec(message) ?? [];
  if (option !== undefined) {
    const isLong = option.startsWith('--');
    return unknown(`option ${option}`, isLong ? option.slice(2) : '', Object.keys(OPTIONS), '', '--');
  }
  // Only the first sentence is kept: the others give advice that does not apply here.
  return { problem: (message.split(/\. |\n/u)[0] ?? message).replace(/\.$/u, '') };
}

/** Returns the parsed arguments, or what is wrong with them. */
export function parseArguments(argv: readonly string[]): Arguments | Misused {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: OPTIONS,
    });
  } catch (error) {
    return misread(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [name, ...submissions] = positionals;
  const [file, extra] = submissions;
  if (name === undefined) return { problem: 'no command given' };
  const command = COMMAND_NAMES.find((known) => known === name);
  if (command === undefined)
    return unknown(`command "${name}"`, name, COMMAND_NAMES, `the commands are ${COMMAND_NAMES.join(', ')}`);
  if (file === undefined) return { problem: `\`pullback ${name}\` needs a FILE (- for standard input)` };
  if (command === 'grade' && submissions.includes('-'))
    return { problem: 'grade reads files and folders, not standard input' };
  if (command === 'grade' && values.csv && values.json) return { problem: '--csv and --json cannot be used together' };
  if (extra !== undefined && command !== 'grade')
    return { problem: `unexpected argument "${extra}": give one FILE only` };

  for (const [option, only] of Object.entries(ONE_COMMAND))
    if (only !== command && option in values && values[option as keyof typeof ONE_COMMAND] !== false)
      return { problem: `--${option} works only with \`pullback ${only}\`` };
  const ids = ENGINES.map(({ id }): string => id);
  const stranger = values.engine.find((wanted) => !ids.includes(wanted));
  if (stranger !== undefined)
    return unknown(`engine "${stranger}"`, stranger, ids, `the engines are ${ids.join(', ')}`);
  const engines = ENGINES.map(({ id }) => id).filter((id) => values.engine.includes(id));
  const engine = engines.find((id) => id === values.engine.at(-1));
  const sizes = values.values === undefined ? DEFAULT_SIZES : readSizes(values.values);
  if (sizes === undefined)
    return {
      problem: `--values takes positive whole numbers separated by commas, such as 10,100, not "${values.values ?? ''}"`,
    };
  if (command === 'growth') {
    if (values.input === undefined)
      return { problem: 'growth needs --input NAME, the input to grow: an int, a list or an array' };
    const judge = engines.find((id) => GROWING_ENGINES.every((growing) => growing.id !== id));
    if (judge !== undefined)
      return {
        problem: `growth cannot measure ${judge}: how often it runs the program does not depend on the size of the input`,
      };
  }
  if (command === 'translate') {
    const known = WRITERS.map(({ id }): EngineId => id);
    if (engine === undefined) return { problem: `translate needs --engine ID, one of ${known.join(', ')}` };
    if (!known.includes(engine))
      return { problem: `${engine} does not translate programs; use one of ${known.join(', ')}` };
  }
  const target = TARGETS.find((known) => known === (values.target ?? 'module'));
  if (target === undefined) {
    const problem = `--target takes ${TARGETS.join(' or ')}, not "${values.target ?? ''}"`;
    return { problem, suggestion: closest(values.target ?? '', TARGETS) };
  }
  if (command === 'compile' && target === 'module') {
    if (values.output === undefined)
      return { problem: 'compile needs -o OUT.mjs, the file to write (- for standard output)' };
    if (values.output !== '-' && declarationName(values.output) === undefined)
      return { problem: `the name of a module ends in .mjs or .js, not "${values.output}"` };
  }
  if (values.repeat !== undefined && !isCount(values.repeat))
    return { problem: `--repeat takes a positive whole number, not "${values.repeat}"` };
  const approximant = readNumber('approximant', values.approximant, MOST_APPROXIMANT);
  if (typeof approximant === 'string') return { problem: approximant };
  if (approximant !== undefined && values.anf)
    return { problem: '--approximant is about the literal trace: leave out --anf' };
  const at = readNumber('at', values.at, MOST_STEPS);
  if (typeof at === 'string') return { problem: at };
  if (command === 'tangents' && engine !== undefined && !CURRIES.includes(engine))
    return { problem: `\`pullback tangents\` takes --engine ${CURRIES.join(' or ')}` };
  const shape = command === 'jets' ? undefined : readShape(values);
  if (typeof shape === 'string') return { problem: shape };
  if (shape !== undefined && (command !== 'translate' || engine !== 'taylor'))
    return { problem: '--order, --directions and --restricted work only with `translate --engine taylor` and `jets`' };
  const jets = readJets(values);
  if (command === 'jets' && typeof jets === 'string') return { problem: jets };
  const settings: (readonly [string, Json])[] = [];
  const files: (readonly [string, string])[] = [];
  for (const setting of values.set) {
    const equals = setting.indexOf('=');
    if (equals < 1) return { problem: `--set takes NAME=VALUE, not "${setting}"` };
    if (setting[equals + 1] === '@') {
      if (equals + 2 === setting.length) return { problem: `--set ${setting} names no file` };
      files.push([setting.slice(0, equals), setting.slice(equals + 2)]);
      continue;
    }
    const text = setting.slice(equals + 1);
    const value = readValue(text);
    if (value === undefined && isFileName(text))
      return { problem: `--set ${setting} is no value`, suggestion: `--set ${setting.slice(0, equals)}=@${text}` };
    if (value === undefined) return { problem: `cannot read the value in --set ${setting}: ${EXAMPLES}` };
    settings.push([setting.slice(0, equals), value]);
  }
  const inputs = [file, ...files.map(([, from]) => from), ...values.data].filter((from) => from === '-');
  if (inputs.length > 1) return { problem: 'standard input (-) can be read only once' };
  const cotangent = values.cotangent === undefined ? undefined : readValue(values.cotangent);
  if (values.cotangent !== undefined && cotangent === undefined)
    return { problem: `cannot read the value of --cotangent: ${EXAMPLES}` };
  if (cotangent !== undefined && values.jacobian)
    return { problem: '--cotangent and --jacobian cannot be used together' };

  // Some engines do exponential work, and growth runs each of them until it stops, so its step limit is lower.
  const budget = {
    ...COMMAND_LINE_BUDGET,
    ...(command === 'growth' && { steps: PAGE_BUDGET.steps }),
    ...(command === 'grade' && { seconds: GRADING_SECONDS }),
  };
  for (const [option, field] of [
    ['steps', 'steps'],
    ['seconds', 'seconds'],
    ['memory', 'bytes'],
  ] as const) {
    const text = values[option];
    if (text === undefined) continue;
    const amount = Number(text);
    if (!(amount > 0 && Number.isFinite(amount)))
      return { problem: `--${option} takes a positive number, not "${text}"` };
    if (option !== 'seconds' && !Number.isSafeInteger(amount))
      return { problem: `--${option} takes a whole number, not "${text}"` };
    budget[field] = amount;
  }
  return {
    command,
    file,
    submissions,
    json: values.json,
    csv: values.csv,
    check: values.check,
    anf: values.anf,
    approximant,
    symbolic: values.symbolic,
    at,
    jets: typeof jets === 'string' ? NO_JETS : jets,
    set: Object.fromEntries(settings),
    files: Object.fromEntries(files),
    data: values.data,
    engine,
    engines,
    input: values.input,
    values: sizes,
    shape,
    cotangent,
    jacobian: values.jacobian,
    repeat: values.repeat === undefined ? undefined : Number(values.repeat),
    output: values.output,
    target,
    budget,
    fixedSteps: values.steps !== undefined,
  };
}

/** Returns the name of the file in which TypeScript looks for the types of a module; undefined for other names. */
export function declarationName(module: string): string | undefined {
  return /[^/\\]\.m?js$/u.test(module) ? module.replace(/\.(m?)js$/u, '.d.$1ts') : undefined;
}

/** Returns a number that an option gives, undefined if it does not, or a message that says what is wrong. */
function readNumber(option: string, text: string | undefined, most: number): number | undefined | string {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/u.test(text) && Number(text) <= most) return Number(text);
  return `--${option} takes a whole number from 0 to ${integer(most)}, not "${text}"`;
}

/** Whether a value is more likely meant as a file, or as standard input. */
function isFileName(text: string): boolean {
  return text === '-' || /^[^\s"'()[\]{}]+\.(?:csv|tsv|json|txt)$/iu.test(text);
}

function isCount(text: string): boolean {
  return /^\d{1,9}$/u.test(text) && Number(text) > 0;
}

/** Returns undefined if one of the numbers is not a positive whole number. */
function readSizes(text: string): readonly number[] | undefined {
  const sizes = text.split(',').map((size) => (/^\s*\d+\s*$/u.test(size) ? Number(size) : NaN));
  return sizes.every((size) => Number.isSafeInteger(size) && size > 0) ? sizes : undefined;
}

const EXAMPLES = 'write it as in a program (1.5, true, (1, 2), Just 3) or as JSON';

/** Reads JSON, or else a value in the language's notation. A text that is both has the same meaning in both. */
function readValue(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return readWritten(text);
  }
}
