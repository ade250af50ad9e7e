import { showType } from '../../language/types/print';
import { compile } from '../../semantics/compile';
import { run } from '../../semantics/evaluate';
import { showStart } from '../../semantics/present';
import type { Task } from '../../semantics/task';
import { primalOf } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import type { PromptReply, PromptRequest } from '../../protocol/prompts';
import type { Loader } from '../loader';
import { EXPRESSION, FUNCTION, loadLine, type LoadedLine, programOfCase } from './line-program';

type Asked = Omit<PromptRequest, 'prompt'>;

/** Characters of a text that are shown. */
const SHOWN = 200;

/**
 * Evaluates the answer to a prompt after the cells that it sees. The inputs have the values in their text, so the result does
 * not depend on the sliders.
 */
export function* promptAnswer(load: Loader, request: Asked): Task<PromptReply> {
  return yield* request.kind === 'curve' ? curve(load, request) : value(load, request);
}

function* value(load: Loader, { cells, kind, answer, budget }: Asked): Task<PromptReply> {
  const loaded = yield* loadLine(load, cells, answer, EXPRESSION);
  if (loaded.tag !== 'ok') return unloaded(loaded);
  const { type } = loaded.line.body;
  const wanted = WANTED[kind];
  if (!wanted.types.includes(type.tag))
    return failed(`the answer must be ${wanted.words}, but it has type ${showType(type)}`);
  const { program } = programOfCase(loaded.line, [loaded.line.body]);
  const outcome = yield* run(compile(program), { budget, tracing: 'none' });
  if (outcome.tag !== 'ok') return failed(outcome.diagnostic.message, outcome.diagnostic.hint);
  const [found] = outcome.value.outputs;
  if (type.tag === 'real' || type.tag === 'int')
    return { status: 'number', value: primalOf(found), isInt: type.tag === 'int' };
  return {
    status: 'text',
    value: typeof found === 'string' ? found : showStart(found, type, 6, program.variants, SHOWN),
  };
}

const WANTED: Readonly<Record<Asked['kind'], { readonly types: readonly string[]; readonly words: string }>> = {
  number: { types: ['real', 'int'], words: 'a number' },
  choice: { types: ['int', 'real'], words: 'the number of the right option' },
  text: { types: ['real', 'int', 'string', 'bool'], words: 'a number or a text' },
  curve: { types: [], words: 'a function of a real' },
};

function* curve(load: Loader, { cells, answer, xs, budget }: Asked): Task<PromptReply> {
  // A name that the answer does not mention.
  let name = 'x';
  while (answer.includes(name)) name += "'";
  const loaded = yield* loadLine(load, cells, `fun (${name} : real) -> (((${answer}) ${name}) : real)`, FUNCTION);
  if (loaded.tag !== 'ok') return unloaded(loaded);
  const { program, input } = programOfCase(loaded.line, [loaded.line.body]);
  const executable = compile(program);
  const end = workingTime() + 1000 * budget.seconds;
  const ys: (number | null)[] = [];
  for (const x of xs) {
    const left = (end - workingTime()) / 1000;
    if (left <= 0) return failed(`the curve takes more than ${budget.seconds} s`, 'make the function faster');
    const inputs = new Map([[input, x]]);
    const outcome = yield* run(executable, { budget: { ...budget, seconds: left }, tracing: 'none', inputs });
    if (outcome.tag !== 'ok' && outcome.diagnostic.code.startsWith('budget')) return failed(outcome.diagnostic.message);
    const y = outcome.tag === 'ok' ? primalOf(outcome.value.outputs[0]) : NaN;
    ys.push(Number.isFinite(y) ? y : null);
  }
  return { status: 'curve', ys };
}

function unloaded(loaded: Exclude<LoadedLine, { tag: 'ok' }>): PromptReply {
  if (loaded.tag === 'waiting') return { status: 'waiting' };
  return failed(loaded.diagnostic.message, loaded.diagnostic.hint);
}

function failed(message: string, hint?: string): PromptReply {
  return { status: 'failed', message, ...(hint !== undefined && { hint }) };
}
