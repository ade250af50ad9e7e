import { error, type Diagnostic } from '../language/source/diagnostic';
import { placesOf, type Prompt } from '../notebook/prompts';
import type { PromptReply } from '../protocol/prompts';
import type { Budget } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { promptAnswer } from '../services/exercise/prompt-answer';
import { createLoader } from '../services/loader';
import { cellsUpTo } from './exercises';
import type { Source } from './source';

/** Returns what is wrong with the prompts and hints of a notebook: as they are written, and where an answer has no value. */
export function faultsOfPrompts(
  { prompts, promptFaults, texts }: Pick<Source, 'prompts' | 'promptFaults' | 'texts'>,
  budget: Budget,
): readonly Diagnostic[] {
  const load = createLoader();
  const written = promptFaults.map(({ cell, message, hint }) => error('prompt', placeIn(cell), message, { hint }));
  const evaluated = prompts.flatMap((prompt): readonly Diagnostic[] => {
    const { tag, id, kind, answer, sees, axes } = prompt;
    if (answer === '') return [];
    const cells = cellsUpTo(texts, sees - 1);
    const xs = axes === undefined ? [] : placesOf(axes);
    const reason = reasonOf(prompt, drain(promptAnswer(load, { cells, kind, answer, xs, budget })));
    return reason === undefined
      ? []
      : [error('prompt', placeIn(Math.max(0, sees - 1)), `${tag} \`${id}\`: ${reason}`, { hint: HINT })];
  });
  return [...written, ...evaluated];
}

const HINT = 'correct `answer=`';

function placeIn(cell: number): Diagnostic['span'] {
  return { cell, start: 0, end: 0 };
}

function reasonOf({ kind, options }: Prompt, reply: PromptReply): string | undefined {
  switch (reply.status) {
    case 'failed':
      return `its answer cannot be evaluated: ${reply.message}`;
    case 'waiting':
      return 'the cells that its answer sees have an error';
    case 'number':
      return kind === 'choice' && options[reply.value - 1] === undefined
        ? `its answer is ${reply.value}, which is none of its ${options.length} options`
        : undefined;
    case 'curve':
      return reply.ys.every((y) => y === null) ? 'its answer is undefined everywhere' : undefined;
    case 'text':
      return undefined;
  }
}
