import { showType } from '../../language/types/print';
import type { Advice, Diagnostic } from '../../language/source/diagnostic';
import type { Task } from '../../semantics/task';
import type { Loader } from '../loader';
import { EXPRESSION, FUNCTION, loadLine } from './line-program';
import { WORD } from './redefined';

/** An answer to an exercise: the program's cells up to it, and the imported ones. */
export interface Answer {
  readonly cells: readonly string[];
  /** The index of the exercise's cell among them. */
  readonly cell: number;
}

type Advised = Pick<Diagnostic, 'message'> & Required<Pick<Advice, 'hint'>>;

/**
 * Returns why an answer does not fit a text of its checks that has a type error: a name of the answer has one type, and the
 * text needs another. Undefined if no name of the answer is the reason. The text's own error would tell its reader to change
 * the check, which is not theirs.
 */
export function* neededType(load: Loader, { cells, cell }: Answer, text: string): Task<Advised | undefined> {
  const loaded = yield* load({ cells: [...cells], cell });
  if (loaded.tag === 'wrong') return undefined;
  const { frontEnd } = loaded.program;
  for (const name of new Set(text.match(WORD))) {
    if (frontEnd.definedIn(cell, name) === undefined) continue;
    const own = yield* loadLine(load, cells, name, EXPRESSION);
    // As a parameter the name has the type that the text gives it.
    const open = yield* loadLine(load, cells, `fun ${name} -> (${text})`, FUNCTION);
    if (own.tag !== 'ok' || open.tag !== 'ok' || open.line.parameter === undefined) continue;
    const [has, needs] = [own.line.body.type, open.line.parameter.type].map(showType);
    if (has !== needs && needs !== undefined) return typeAdvice(name, has, needs);
  }
  return undefined;
}

/** Returns what a reader has to change whose name has another type than an exercise needs. */
export function typeAdvice(name: string, has: string | undefined, needs: string): Advised {
  return {
    message: `\`${name}\` ${has === undefined ? 'does not have type' : `has type \`${has}\`, and the exercise needs`} \`${needs}\``,
    hint: `change \`${name}\` in your answer`,
  };
}
