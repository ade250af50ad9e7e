import { lex } from '../language/syntax/lexer';
import { run } from '../semantics/evaluate';
import type { Budget } from '../semantics/outcome';
import { primal, toJson } from '../semantics/present';
import type { Task } from '../semantics/task';
import { loadWhole } from './loader';
import { cellTokens } from './parse-cell';
import { readInputs, type Settings } from './program';

/**
 * `text` as a cell after `texts`: its definitions have names that stand nowhere in them. Undefined where it does not check
 * there, or its last output is not that of `alone`, a program by itself: a reader may have defined a `sin` of their own.
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

/** As JSON, which says more than a reader sees. */
function* lastOutput(texts: readonly string[], settings: Settings, budget: Budget): Task<string | undefined> {
  const loaded = loadWhole(texts);
  if (loaded.tag === 'wrong') return undefined;
  const { core, executable } = loaded.program;
  const inputs = readInputs(loaded.program, settings);
  const output = core.items.findLast((item) => item.tag === 'output');
  if (inputs.tag !== 'ok' || output === undefined) return undefined;
  yield;
  const outcome = yield* run(executable, { budget, inputs: inputs.value, tracing: 'dependencies' });
  if (outcome.tag !== 'ok') return undefined;
  const { type } = output.term;
  const value = primal(outcome.value.outputs.at(-1), type, core.variants);
  return JSON.stringify(toJson(value, type, core.variants));
}

/** A text that was printed from the core, in which every name is bound once: so names can be changed word by word. */
function withOwnNames(text: string, others: readonly string[]): string {
  const taken = new Set([text, ...others].flatMap((each) => cellTokens(each, 0).map((token) => token.text)));
  const theirs = new Set(others.flatMap((each) => cellTokens(each, 0).map((token) => token.text)));
  const { tokens } = lex(text, 0);
  const names = new Map<string, string>();
  tokens.forEach(({ startsItem, kind: word }, at) => {
    // `let`, `input`: an output begins with a word of its own.
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
