import { parseArgs } from 'node:util';
import type { EngineId } from '../ad/engine';
import { ENGINES, WRITERS } from '../ad/registry';
import { DEFAULT_SIZES } from '../protocol/growth';
import type { Json } from '../protocol/messages';
import { readWritten } from '../protocol/written-json';
import { jetShape, MIXED_SECOND, sizeOfJet, type JetShape } from '../semantics/jets/multi-index';
import type { Budget } from '../semantics/outcome';
import { COMMAND_LINE_BUDGET, PAGE_BUDGET } from '../semantics/outcome';
import { GROWING_ENGINES } from '../services/growth';

export const COMMANDS = ['run', 'check', 'fmt', 'trace', 'translate', 'agree', 'growth', 'delta', 'link'] as const;
export type Command = (typeof COMMANDS)[number];

/** The command line, understood. */
export interface Arguments {
  readonly command: Command;
  /** A `.pbk` or `.md` file; `-` is standard input. */
  readonly file: string;
  readonly json: boolean;
  /** Of `fmt`: say only what would change. */
  readonly check: boolean;
  readonly anf: boolean;
  readonly set: Readonly<Record<string, Json>>;
  /** The last that is named. */
  readonly engine: EngineId | undefined;
  /** All that are named, in the order of the registry. */
  readonly engines: readonly EngineId[];
  /** Of `growth`: the input that grows, by its label. */
  readonly input: string | undefined;
  /** Of `growth`: its sizes. */
  readonly values: readonly number[];
  /** Of `translate --engine taylor`: the macro's; undefined for (1,1). */
  readonly shape: JetShape | undefined;
  readonly cotangent: Json | undefined;
  readonly jacobian: boolean;
  readonly budget: Budget;
}

export const USAGE = `pullback COMMAND FILE [options]      FILE is a .pbk program or a notebook's .md; - is standard input

  run FILE [--set x=1.5]...   every output, and the derivative with respect to the inputs
           [--engine ID] [--cotangent VALUE | --jacobian]
  check FILE                  diagnostics only
  fmt FILE [--check]          the formatted text, or what of it would change
  trace FILE [--anf]          the trace term at the point, literally or in A-normal form, and its symbolic derivative
  translate FILE --engine ID  the program as an engine translates it; by curry, its combinators
           [--order R] [--directions K] [--restricted]  of taylor: the (K,R) macro, or (2,2) without what is twice in one
                              direction
  delta FILE                  the Delta bindings of the reverse translation
  agree FILE                  all engines compared
  growth FILE --input NAME    meters of the engines while an int or the length of a list or an array grows,
           [--values 10,100]  and the fitted slopes of their logarithms (sizes 4, 8, ..., 4096)
           [--engine ID]...
  link FILE                   the share link's fragment

  --json                      one JSON object instead of text
  --steps N --seconds S --memory BYTES    budgets (10^9 steps, growth 5 * 10^7; 60 s; 10^9 bytes)

Exit status: 0 fine; 1 the program is wrong or undefined there; 2 the command line is wrong; 3 a budget ran out;
4 engines disagree.`;

/** The arguments, or what is wrong with them in plain words. */
export function parseArguments(argv: readonly string[]): Arguments | { readonly problem: string } {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        anf: { type: 'boolean', default: false },
        jacobian: { type: 'boolean', default: false },
        set: { type: 'string', multiple: true, default: [] },
        engine: { type: 'string', multiple: true, default: [] },
        input: { type: 'string' },
        order: { type: 'string' },
        directions: { type: 'string' },
        restricted: { type: 'boolean', default: false },
        values: { type: 'string' },
        cotangent: { type: 'string' },
        steps: { type: 'string' },
        seconds: { type: 'string' },
        memory: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    // Only its first sentence: the others are about other command lines.
    const message = error instanceof Error ? error.message : String(error);
    return { problem: (message.split(/\. |\n/u)[0] ?? message).replace(/\.$/u, '') };
  }
  const { values, positionals } = parsed;
  const [name, file, extra] = positionals;
  if (name === undefined) return { problem: 'a command is missing' };
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) return { problem: `there is no command "${name}"` };
  if (file === undefined) return { problem: `\`pullback ${name}\` needs a FILE (- for standard input)` };
  if (extra !== undefined) return { problem: `one FILE at a time: "${extra}" is too many` };

  const unknown = values.engine.find((wanted) => ENGINES.every(({ id }) => id !== wanted));
  if (unknown !== undefined) {
    const known = ENGINES.map(({ id }) => id).join(', ');
    return { problem: `there is no engine "${unknown}" yet; there are ${known}` };
  }
  const engines = ENGINES.map(({ id }) => id).filter((id) => values.engine.includes(id));
  const engine = engines.find((id) => id === values.engine.at(-1));
  const sizes = values.values === undefined ? DEFAULT_SIZES : readSizes(values.values);
  if (sizes === undefined)
    return { problem: `--values takes whole numbers from 1 with commas between, not "${values.values ?? ''}"` };
  if (command === 'growth') {
    if (values.input === undefined) return { problem: 'growth needs --input NAME, an input that is an int or a list' };
    const judge = engines.find((id) => GROWING_ENGINES.every((growing) => growing.id !== id));
    if (judge !== undefined)
      return { problem: `${judge} has no growth to show: how often it runs the program is not a matter of its size` };
  }
  if (command === 'translate') {
    const known = WRITERS.map(({ id }): EngineId => id);
    if (engine === undefined) return { problem: `translate needs --engine, one of ${known.join(', ')}` };
    if (!known.includes(engine)) return { problem: `${engine} does not translate programs; ${known.join(', ')} do` };
  }
  const shape = readShape(values);
  if (typeof shape === 'string') return { problem: shape };
  if (shape !== undefined && (command !== 'translate' || engine !== 'taylor'))
    return { problem: '--order, --directions and --restricted are options of `translate --engine taylor`' };
  const settings: (readonly [string, Json])[] = [];
  for (const setting of values.set) {
    const equals = setting.indexOf('=');
    if (equals < 1) return { problem: `--set takes NAME=VALUE, not "${setting}"` };
    const value = readValue(setting.slice(equals + 1));
    if (value === undefined) return { problem: `the value in --set ${setting} is no value: ${EXAMPLES}` };
    settings.push([setting.slice(0, equals), value]);
  }
  const cotangent = values.cotangent === undefined ? undefined : readValue(values.cotangent);
  if (values.cotangent !== undefined && cotangent === undefined)
    return { problem: `the value of --cotangent is no value: ${EXAMPLES}` };
  if (cotangent !== undefined && values.jacobian) return { problem: '--cotangent and --jacobian exclude each other' };

  // Growth runs engines whose work is exponential: what they may take is what they take.
  const budget = { ...COMMAND_LINE_BUDGET, ...(command === 'growth' && { steps: PAGE_BUDGET.steps }) };
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
    json: values.json,
    check: values.check,
    anf: values.anf,
    set: Object.fromEntries(settings),
    engine,
    engines,
    input: values.input,
    values: sizes,
    shape,
    cotangent,
    jacobian: values.jacobian,
    budget,
  };
}

/** Undefined where one is no size. */
function readSizes(text: string): readonly number[] | undefined {
  const sizes = text.split(',').map((size) => (/^\s*\d+\s*$/u.test(size) ? Number(size) : NaN));
  return sizes.every((size) => Number.isSafeInteger(size) && size > 0) ? sizes : undefined;
}

/** A jet of more parts makes no macro that can be read. */
const MOST_PARTS = 300;

interface WrittenShape {
  readonly order?: string | undefined;
  readonly directions?: string | undefined;
  readonly restricted: boolean;
}

/** Of the Taylor macro; undefined where nothing is said of it; or what is wrong. */
function readShape({ order, directions, restricted }: WrittenShape): JetShape | undefined | string {
  if (order === undefined && directions === undefined) return restricted ? MIXED_SECOND : undefined;
  if (restricted) return '--restricted has 2 directions and order 2: leave --order and --directions out';
  const [k, R] = [directions ?? '1', order ?? '1'].map((text) => (/^\d{1,4}$/u.test(text) ? Number(text) : 0));
  if (k === undefined || k < 1) return `--directions takes a whole number from 1, not "${directions ?? ''}"`;
  if (R === undefined || R < 1) return `--order takes a whole number from 1, not "${order ?? ''}"`;
  const parts = sizeOfJet(k, R);
  if (parts <= MOST_PARTS) return jetShape(k, R);
  return `with ${k} directions to order ${R} a real becomes ${parts.toLocaleString('en-GB')} reals; up to ${MOST_PARTS} are taken`;
}

const EXAMPLES = 'write it as the language does, 1.5, true, (1, 2), Just 3, or in JSON';

/** As JSON, or else as the language writes it; where a text is both, they mean the same. */
function readValue(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return readWritten(text);
  }
}
