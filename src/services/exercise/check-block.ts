import type { EngineId } from '../../ad/engine';
import { ENGINES } from '../../ad/registry';
import type { Diagnostic } from '../../language/source/diagnostic';
import { internalError } from '../../language/source/internal-error';
import { lineIndex, positionAt } from '../../language/source/position';
import { showType } from '../../language/types/print';
import type { CheckedLine, ExerciseReply } from '../../protocol/exercises';
import type { Budget } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import type { Loader } from '../loader';
import { locatePoint } from '../program';
import { avoids } from './avoids';
import { redefinedNames, WORD } from './redefined';
import { allEngines, costs } from './cost';
import { holds } from './holds';
import { EXPRESSION, FUNCTION, loadLine, type LineShape, type LoadedLine } from './line-program';
import type { Part } from './line-reader';
import { type Answer, neededType, typeAdvice } from './needed-type';
import { checkLines, type CheckLine, type Form } from './lines';
import type { Verdict } from './verdict';

/** Engines that take long programs, one without and one with the module Delta. */
const WIDE: readonly EngineId[] = ['tape', 'trace-anf'];

/**
 * Checks an answer by a block of checks (`lines.ts`), line by line. It ends within the budget, which each run of a line gets
 * anew, and it never throws: a line that cannot be read or evaluated has the status `failed`. `atFirst` stops at the first line
 * that does not pass.
 */
export function* checkBlock(
  load: Loader,
  answer: Answer,
  block: string,
  budget: Budget,
  atFirst = false,
): Task<ExerciseReply> {
  const loaded = yield* load({ cells: [...answer.cells], cell: answer.cell });
  if (loaded.tag === 'wrong') return { status: 'waiting' };
  const { frontEnd } = loaded.program;
  const lines: CheckedLine[] = [];
  const all = checkLines(block);
  if (all.length === 0) return { status: 'failed', message: 'the block of checks is empty', lines };
  const redefined = redefinedNames(frontEnd, answer.cell, wordsIn(block, all));
  if (redefined.length > 0) {
    const message = `the answer redefines ${redefined.map((name) => `\`${name}\``).join(', ')}, which the checks use`;
    lines.push({ name: 'names keep their meaning', status: 'not yet', message, hint: 'choose another name' });
  }
  for (const line of all) {
    const verdict = yield* judge(line);
    if (verdict === 'waiting') return { status: 'waiting' };
    lines.push({ name: line.name, ...verdict });
    if (atFirst && verdict.status !== 'passed') break;
  }
  const failed = lines.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    return { status: 'failed', message: `${failed.name}: ${failed.message ?? 'it cannot be evaluated'}`, lines };
  return { status: lines.every(({ status }) => status === 'passed') ? 'correct' : 'not yet', lines };

  function* judge(line: CheckLine): Task<Verdict | 'waiting'> {
    const { form } = line;
    switch (form.tag) {
      case 'wrong':
        return { status: 'failed', message: placed(block, form.at, form.message), hint: form.hint };
      case 'holds':
        return yield* holdsOf(form);
      case 'avoids': {
        return avoids(answer.cells, frontEnd, answer.cell, form.names, wordsIn(block, all));
      }
      case 'type':
        return yield* typeOf(form);
      case 'cost': {
        const { expression, size } = form;
        const text = new LineText(block).add(`fun (${size} : int) -> `).copy(expression);
        const line = yield* loadLine(load, answer.cells, text.text, FUNCTION);
        return line.tag === 'ok' ? yield* costs(line.line, form, budget) : yield* unloaded(line, text);
      }
      case 'engine':
        return yield* engineOf(form);
    }
  }

  function* holdsOf(form: Extract<Form, { tag: 'holds' }>): Task<Verdict | 'waiting'> {
    const { binders, cases, left, equals } = form;
    const text = new LineText(block);
    for (const [at, { name, domain }] of binders.entries()) {
      text.add(at === 0 ? 'fun (' : ', ');
      text.add(`${name} : `);
      if (domain.tag === 'type') text.copy(domain.type);
      else text.add(domain.isInt ? 'int' : 'real');
    }
    if (binders.length > 0) text.add(') -> ');
    const generators = binders.flatMap(({ name, domain }) =>
      domain.tag === 'type' && domain.by !== undefined ? [{ name, by: domain.by }] : [],
    );
    for (const { name, by } of generators) text.add(`let ${name} = `).copy(by).add(` ${name} in `);
    // A list makes both sides have one type.
    if (equals === undefined) text.copy(left);
    else text.add('[').copy(left).add(', ').copy(equals.right).add(']');
    const shape: LineShape = binders.length > 0 ? { tag: 'function', made: generators.length } : EXPRESSION;
    const loaded = yield* loadLine(load, answer.cells, text.text, shape);
    if (loaded.tag !== 'ok') return yield* unloaded(loaded, text);
    const sides = [left, ...(equals === undefined ? [] : [equals.right])];
    const verdict = yield* holds({ line: loaded.line, binders, cases, equals, budget });
    const { failing, ...rest } = verdict;
    // A condition that has another type may have it from the answer.
    const needed =
      rest.status === 'failed' && equals === undefined && loaded.line.body.type.tag !== 'bool'
        ? yield* neededType(
            load,
            answer,
            text.text.slice(0, text.text.length - left.end + left.start) +
              `(${block.slice(left.start, left.end)} : bool)`,
          )
        : undefined;
    if (needed) return { status: 'failed', ...needed };
    if (failing === undefined) return rest;
    return { ...rest, program: [...failing, ...sides.map(({ start, end }) => block.slice(start, end))].join('\n') };
  }

  function* typeOf({ name, type }: Extract<Form, { tag: 'type' }>): Task<Verdict | 'waiting'> {
    const written = block.slice(name.start, name.end);
    // The type itself is checked on a function that is never called.
    const alone = new LineText(block).add('fun (unused : ').copy(type).add(') -> ()');
    const known = yield* loadLine(load, answer.cells, alone.text, FUNCTION);
    if (known.tag !== 'ok') return yield* unloaded(known, alone);
    const text = new LineText(block).add('(').copy(name).add(' : ').copy(type).add(')');
    const line = yield* loadLine(load, answer.cells, text.text, EXPRESSION);
    if (line.tag === 'ok') return { status: 'passed' };
    if (line.tag === 'waiting') return line.tag;
    const { code, message } = line.diagnostic;
    if (code === 'unknown-name') return { status: 'not yet', message, hint: `define \`${written}\` in your answer` };
    const own = yield* loadLine(load, answer.cells, written, EXPRESSION);
    const has = own.tag === 'ok' ? showType(own.line.body.type) : undefined;
    return { status: 'not yet', ...typeAdvice(written, has, block.slice(type.start, type.end)) };
  }

  function* engineOf({ id, wanted }: Extract<Form, { tag: 'engine' }>): Task<Verdict> {
    const engine = ENGINES.find((each) => each.id === id);
    if (engine === undefined)
      return { status: 'failed', message: `there is no engine \`${id}\``, hint: `one of ${allEngines()}` };
    const { program } = loaded.tag === 'ok' ? loaded : internalError('an answer with an error is not judged');
    const located = yield* locatePoint(program, {}, budget);
    if (located === undefined)
      return { status: 'not yet', message: 'there is nothing to differentiate', hint: 'end the cell with `grad f x`' };
    if (located.tag !== 'ok')
      return { status: 'not yet', message: located.diagnostic.message, hint: located.diagnostic.hint };
    const { main, point } = located.value;
    const answer = function* (asked: (typeof ENGINES)[number]): Task<Pick<Diagnostic, 'message' | 'hint'> | undefined> {
      const fragment = asked.fragment(main);
      if (fragment.tag === 'outside') return fragment.reason;
      const outcome = yield* asked.run(main, point, budget);
      return outcome.tag === 'ok' ? undefined : outcome.diagnostic;
    };
    const reason = yield* answer(engine);
    if (reason === undefined)
      return wanted === 'ok' ? { status: 'passed' } : { status: 'not yet', message: `\`${id}\` takes this program` };
    const { message, hint } = reason;
    if (wanted === 'ok') return { status: 'not yet', message: `\`${id}\` declines this program: ${message}`, hint };
    // What no engine takes has an error, or no end.
    let fault = reason;
    for (const other of ENGINES.filter((each) => each.id !== id && WIDE.includes(each.id))) {
      const found = yield* answer(other);
      if (found === undefined) return { status: 'passed' };
      fault = found;
    }
    return { status: 'not yet', message: fault.message, hint: fault.hint };
  }

  function* unloaded(line: Exclude<LoadedLine, { tag: 'ok' }>, text: LineText): Task<Verdict | 'waiting'> {
    if (line.tag === 'waiting') return line.tag;
    const { code, message, hint, span } = line.diagnostic;
    // The advice for a program is to write another name, but the reader cannot change the checks.
    const name = text.text.slice(span.start, span.end);
    const advice = code === 'unknown-name' ? `define \`${name}\` in your answer` : hint;
    const needed = yield* neededType(load, answer, text.text);
    if (needed !== undefined) return { status: 'failed', ...needed };
    return { status: 'failed', message: placed(block, text.placeOf(span.start), message), hint: advice };
  }
}

/** Returns the words of lines, without those that the lines avoid. */
function wordsIn(block: string, lines: readonly CheckLine[]): ReadonlySet<string> {
  const others = lines.filter(({ form }) => form.tag !== 'avoids');
  return new Set(others.flatMap(({ body, end }) => block.slice(body, end).match(WORD) ?? []));
}

/** Returns a message with its place in the block. */
function placed(block: string, at: number, message: string): string {
  const { line, column } = positionAt(lineIndex(block), at);
  return `${message} (line ${line}, column ${column} of the checks)`;
}

/** A text that is made of parts of the block, and of others. */
class LineText {
  text = '';
  private readonly block: string;
  private readonly copied: { readonly from: number; readonly part: Part }[] = [];

  constructor(block: string) {
    this.block = block;
  }

  add(text: string): this {
    this.text += text;
    return this;
  }

  copy(part: Part): this {
    this.copied.push({ from: this.text.length, part });
    this.text += this.block.slice(part.start, part.end);
    return this;
  }

  /** Returns the place in the block of a place in the text. */
  placeOf(at: number): number {
    const copy = this.copied.findLast(({ from }) => from <= at) ?? this.copied[0];
    if (copy === undefined) return 0;
    const { from, part } = copy;
    return Math.min(part.end, part.start + Math.max(0, at - from));
  }
}
