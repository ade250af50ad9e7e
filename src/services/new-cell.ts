import { lex } from '../language/syntax/lexer';
import { run } from '../semantics/evaluate';
import type { Budget } from '../semantics/outcome';
import { primal, toJson } from '../semantics/present';
import type { Task } from '../semantics/task';
import { tooLarge } from '../semantics/written';
import { loadWhole } from './loader';
import { cellTokens } from './parse-cell';
import { readInputs } from './program';
import type { Settings } from './settings';

/**
 * Returns `text` as a cell to put after `texts`, with new names for its definitions. Undefined if it does not check
 * there, or if its last output differs from that of `alone`, a program by itself: the reader may have redefined a name
 * such as `sin`.
 */
export function* newCell(
  texts: readonly string[],
  text: string,
  alone: string,
  settings: Settings,
  budget: Budget,
): Task<string | undefined> {
  const cell = withOwnNames(text, texts);
  yield;
  const expected = yield* lastOutput([alone], {}, budget);
  yield;
  const found = yield* lastOutput([...texts, cell], settings, budget);
  return expected !== undefined && expected === found ? cell : undefined;
}

/** Returns the last output as JSON, which is more precise than the displayed text. */
function* lastOutput(texts: readonly string[], settings: Settings, budget: Budget): Task<string | undefined> {
  const loaded = loadWhole(texts, settings);
  if (loaded.tag === 'wrong') return undefined;
  const { core, executable } = loaded.program;
  const inputs = readInputs(loaded.program, settings);
  const output = core.items.findLast((item) => item.tag === 'output');
  if (inputs.tag !== 'ok' || output === undefined) return undefined;
  yield;
  const outcome = yield* run(executable, { budget, inputs: inputs.value, tracing: 'dependencies' });
  if (outcome.tag !== 'ok') return undefined;
  const { type, origin } = output.term;
  const found = outcome.value.outputs.at(-1);
  if (tooLarge(found, budget, origin) !== undefined) return undefined;
  const value = primal(found, type, core.variants);
  return JSON.stringify(toJson(value, type, core.variants));
}

/** The text was printed from the core, where every name is bound once, so names can be replaced word by word. */
function withOwnNames(text: string, others: readonly string[]): string {
  const taken = new Set([text, ...others].flatMap((each) => cellTokens(each, 0).map((token) => token.text)));
  const theirs = new Set(others.flatMap((each) => cellTokens(each, 0).map((token) => token.text)));
  const { tokens } = lex(text, 0);
  const names = new Map<string, string>();
  tokens.forEach(({ startsItem, kind: word }, at) => {
    // Only an output begins with a word of its own; other items begin with a keyword such as `let` or `input`.
    if (!startsItem || word !== 'fixed') return;
    const bound = tokens.slice(at + 1).find(({ kind }) => kind === 'name');
    if (bound === undefined || names.has(bound.text) || !theirs.has(bound.text)) return;
    let count = 2;
    while (taken.has(`${bound.text}${count}`)) count++;
    taken.add(`${bound.text}${count}`);
    names.set(bound.text, `${bound.text}${count}`);
  });
  let renamed = '';
  let end = 0;
  for (const token of tokens) {
    const name = token.kind === 'name' ? names.get(token.text) : undefined;
    if (name === undefined) continue;
    renamed += text.slice(end, token.start) + name;
    ({ end } = token);
  }
  return renamed + text.slice(end);
}
