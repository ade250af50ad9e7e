// @ts-check
/**
 * GradBench's protocol: one JSON message a line, and one response to each. `define` compiles the functions of a module;
 * `evaluate` runs one of them, at least `min_runs` times and for `min_seconds`.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { EVALS } from './evals.mjs';

/**
 * @typedef {import('../src/api/declarations.ts').Model} Model
 * @typedef {import('./evals.mjs').Eval} Eval
 * @typedef {(source: string, options: { steps: number, memory: number }) => Promise<Model>} Compile
 * @typedef {{ id: number, kind: string, module?: string, function?: string, input?: any }} Message
 * @typedef {{ name: string, nanoseconds: number }} Timing
 * @typedef {{ id: number, tool?: string, success?: boolean, output?: any, error?: string, timings?: Timing[] }} Response
 */

/** The limits of a call. GradBench limits its tools by time alone. */
const LIMITS = { steps: Number.MAX_SAFE_INTEGER, memory: 4e9 };

/**
 * Returns a function that responds to messages. It keeps the modules that it has compiled.
 * @param {Compile} compile `compile` of the package
 * @returns {(message: Message) => Promise<Response>}
 */
export function createTool(compile) {
  /** @type {Map<string, ReadonlyMap<string, Model>>} */
  const modules = new Map();

  /** @param {string} name */
  async function define(name) {
    const timings = [];
    const models = new Map();
    for (const [fun, { expression }] of Object.entries(evalOf(name).functions)) {
      const source = `${await sourceOf(name)}\n${expression}\n`;
      const start = process.hrtime.bigint();
      models.set(fun, await compile(source, LIMITS));
      timings.push({ name: `compile ${fun}`, nanoseconds: since(start) });
    }
    modules.set(name, models);
    return { timings };
  }

  /** @param {Message} message */
  function evaluate({ module = '', function: name = '', input }) {
    const model = modules.get(module)?.get(name);
    const { inputs, functions } = evalOf(module);
    const chosen = functions[name];
    if (model === undefined || chosen === undefined) throw new Error(`module ${module} has no function ${name}`);
    const { assemble = same, output = same } = chosen;
    const given = inputs(input);
    const { result, timings } = repeat(input, () => assemble(model.value(given), given));
    return { output: output(result), timings };
  }

  return async ({ id, ...message }) => {
    try {
      if (message.kind === 'start') return { id, tool: 'pullback' };
      if (message.kind === 'define') return { id, success: true, ...(await define(message.module ?? '')) };
      if (message.kind === 'evaluate') return { id, success: true, ...evaluate({ id, ...message }) };
      return { id };
    } catch (error) {
      return { id, success: false, error: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** @param {string} name */
function evalOf(name) {
  const found = Object.hasOwn(EVALS, name) ? EVALS[name] : undefined;
  if (found === undefined) throw new Error(`there is no module ${name}`);
  return found;
}

/**
 * Returns the program of an eval.
 * @param {string} name
 */
function sourceOf(name) {
  return readFile(new URL(`evals/${name}.pbk`, import.meta.url), 'utf8');
}

/**
 * @template T
 * @param {T} value
 */
const same = (value) => value;

/** @param {bigint} start */
const since = (start) => Number(process.hrtime.bigint() - start);

/**
 * Runs a function as often and as long as an input asks for, and returns its last result and the time of each run.
 * @template T
 * @param {{ min_runs?: number, min_seconds?: number }} input
 * @param {() => T} run
 */
function repeat({ min_runs: runs = 1, min_seconds: seconds = 0 }, run) {
  const timings = [];
  for (let total = 0; ;) {
    const start = process.hrtime.bigint();
    const result = run();
    const nanoseconds = since(start);
    timings.push({ name: 'evaluate', nanoseconds });
    total += nanoseconds;
    if (timings.length >= runs && total >= seconds * 1e9) return { result, timings };
  }
}

/**
 * Returns a response as a line. Typed arrays become arrays.
 * @param {Response} response
 */
export function lineOf(response) {
  return JSON.stringify(response, (_, value) => (value instanceof Float64Array ? [...value] : value));
}

/**
 * Responds to the messages of a stream until it ends.
 * @param {Compile} compile
 * @param {NodeJS.ReadableStream} from
 * @param {NodeJS.WritableStream} to
 */
export async function serve(compile, from, to) {
  const respond = createTool(compile);
  for await (const line of createInterface({ input: from })) to.write(`${lineOf(await respond(JSON.parse(line)))}\n`);
}
