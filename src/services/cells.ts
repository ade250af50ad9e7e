import { mainOf, type MainExpression } from '../ad/main';
import { variable } from '../language/core/builders';
import { children, patternBinders } from '../language/core/children';
import { withFrames } from '../language/core/frames';
import { freshNames } from '../language/core/fresh-names';
import { freeVariables, itemBinders, itemTerms, refresh, usedNamesOfProgram } from '../language/core/traverse';
import type { CoreItem, CoreProgram, Derivative, Term } from '../language/core/tree';
import type { CheckedInput } from '../language/elaborate/elaborate';
import { error, type Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { CellCheck } from '../protocol/messages';
import type { Subject } from '../protocol/subject';
import { compile } from '../semantics/compile';
import { withData } from './data';
import type { FrontEnd } from './front-end';
import { bindersOf, needed } from './needed';
import type { Loaded, ProgramInput } from './program';
import type { Settings } from './settings';
import { writtenName } from './written-name';

/**
 * A notebook's cells form one program, and each cell shows its own outputs: only the parts of the program that it
 * depends on are run for it. So an edit reaches only the cells that depend on it, and an error in one cell does not
 * affect the others.
 */
export function checkCells(frontEnd: FrontEnd): readonly CellCheck[] {
  const { own } = frontEnd;
  return own.map((cell) => ({
    runnable: frontEnd.runnable[cell] === true,
    ...listed([...frontEnd.failedImports(cell), ...(frontEnd.diagnosticsOf[cell] ?? [])]),
    uses: (frontEnd.uses[cell] ?? []).filter((other) => other < own.length),
    outputs: (frontEnd.trees[cell]?.items ?? []).filter(({ tag }) => tag === 'expression').length,
  }));
}

/** A text that is not a program has an error per line, and the page can show but some of them. */
const MOST_LISTED = 500;

function listed(diagnostics: readonly Diagnostic[]): Pick<CellCheck, 'diagnostics' | 'errors' | 'warnings'> {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
  const hints = diagnostics.filter(({ severity }) => severity === 'hint');
  return {
    diagnostics: [...errors, ...warnings, ...hints].slice(0, MOST_LISTED),
    errors: errors.length,
    warnings: warnings.length,
  };
}

/** Returns the key of a cell's program: equal keys mean equal programs. */
export function keyOf({ cells, cell, focus = '' }: Subject, { dependencies }: FrontEnd): string {
  return JSON.stringify([cell, focus, dependencies(cell).map((other) => [other, stampOf(cells[other] ?? '')])]);
}

/** A text of a cell beyond this length has a number in its place in keys. */
const LONG_TEXT = 10_000;
const MOST_STAMPS = 16;
const stamps: { readonly text: string; readonly stamp: number }[] = [];
let lastStamp = 0;

function stampOf(text: string): string | number {
  if (text.length < LONG_TEXT) return text;
  const known = stamps.find((each) => each.text === text);
  if (known !== undefined) return known.stamp;
  lastStamp += 1;
  stamps.unshift({ text, stamp: lastStamp });
  stamps.length = Math.min(stamps.length, MOST_STAMPS);
  return lastStamp;
}

/** Returns one cell of a program with everything it depends on, ready to run. */
export function loadCell(
  texts: readonly string[],
  frontEnd: FrontEnd,
  cell: number,
  focus?: string,
  settings: Settings = {},
): Loaded {
  const { program: whole, diagnostics: around } = frontEnd.coreOf(frontEnd.dependencies(cell));
  if (whole === undefined) {
    const diagnostics = around.length > 0 ? around : frontEnd.diagnostics;
    return { tag: 'wrong', diagnostics, frontEnd };
  }
  const made = withData(
    needed(whole, ({ origin }) => origin.cell === cell),
    settings,
  );
  if (made.tag === 'wrong') return { ...made, frontEnd };
  const { core: own, frames } = withFrames(made.core);
  const found = focus === undefined ? lastEvaluated(own, cell) : named(texts, own, cell, focus);
  if (found !== undefined && 'severity' in found) return { tag: 'wrong', diagnostics: [found], frontEnd };
  const { main, hidden } = mainAndOutput(own, found);
  const core = hidden === undefined ? own : { ...own, items: [...own.items, hidden] };
  return {
    tag: 'ok',
    program: {
      key: keyOf({ cells: texts, cell, focus }, frontEnd),
      texts,
      frontEnd,
      inputs: inputsOf(core, frontEnd.inputs),
      core,
      frames,
      executable: compile(core),
      hidden: hidden === undefined ? 0 : 1,
      focus: main,
    },
  };
}

/**
 * Returns the main expression made from a term of the cell, or from its last output; and the additional output that the
 * program needs for it. The term's binders are renamed, since the term occurs in the program already.
 */
function mainAndOutput(
  core: CoreProgram,
  term: Term | undefined,
): { readonly main: MainExpression | undefined; readonly hidden: CoreItem | undefined } {
  if (term === undefined) return { main: mainOf(core), hidden: undefined };
  const own = refresh(term, freshNames(usedNamesOfProgram(core)));
  const output: CoreItem = { tag: 'output', term: own, origin: term.origin };
  const made = mainOf(needed({ ...core, items: [...core.items, output] }, (item) => item === output));
  const main = made && { ...made, output: core.items.filter(({ tag }) => tag === 'output').length };
  return { main, hidden: main?.point.from === 'inputs' ? output : undefined };
}

/** Returns the inputs of a program, with their names in the core. */
export function inputsOf(core: CoreProgram, inputs: readonly CheckedInput[]): readonly ProgramInput[] {
  const byLabel = new Map(inputs.map((input) => [input.label, input]));
  return core.items.flatMap((item) => {
    if (item.tag !== 'input') return [];
    const input = byLabel.get(item.label ?? item.name);
    return input === undefined ? [] : [{ ...input, name: item.name }];
  });
}

/** Returns what `focus=NAME` names: a value, or the last derivative of a function in the cell. */
function named(texts: readonly string[], core: CoreProgram, cell: number, name: string): Term | Diagnostic {
  const place = { cell, start: 0, end: 0 };
  const binder = core.items
    .flatMap((item) => (item.tag === 'let' ? patternBinders(item.pattern) : itemBinders(item)))
    .findLast((candidate) => writtenName(texts, candidate.name, candidate.origin) === name);
  if (binder === undefined) {
    const message = `focus=${name}: this cell neither defines nor uses \`${name}\``;
    return unfocused(place, message, 'choose a definition that the cell uses, or remove `focus`');
  }
  if (binder.type.tag !== 'function') return variable(binder.name, binder.type, binder.origin);
  const isOfIt = ({ function: callee }: Derivative): boolean =>
    callee.tag === 'variable' && callee.name === binder.name;
  const message = `focus=${name}: \`${name}\` is a function that this cell does not differentiate at its top level`;
  return (
    lastDerivative(core, cell, isOfIt) ??
    unfocused(place, message, `add \`grad ${name} x\`, which says where to differentiate it`)
  );
}

/**
 * Returns the last derivative before the cell's output, if the output does not depend on an input and is not a
 * derivative itself.
 */
function lastEvaluated(core: CoreProgram, cell: number): Term | undefined {
  const isInput = core.items.some(({ tag }) => tag === 'input');
  return isInput || mainOf(core) !== undefined ? undefined : lastDerivative(core, cell, () => true);
}

/**
 * Returns the cell's last derivative that is evaluated once and by itself: not in a function, and with names of the top
 * level only.
 */
function lastDerivative(core: CoreProgram, cell: number, isWanted: (term: Derivative) => boolean): Term | undefined {
  const top = new Set(core.items.flatMap(bindersOf));
  let last: Term | undefined;
  for (const item of core.items) {
    if (item.origin.cell !== cell) continue;
    const pending = [...itemTerms(item)].reverse();
    for (let term = pending.pop(); term !== undefined; term = pending.pop()) {
      if (term.tag === 'lambda' || term.tag === 'fold' || term.tag === 'if' || term.tag === 'match') continue;
      if (
        term.tag === 'derivative' &&
        term.operator === 'rd' &&
        isWanted(term) &&
        [...freeVariables(term)].every((name) => top.has(name))
      )
        last = term;
      // One by one: an array may have more items than a call can have arguments.
      for (const child of children(term).toReversed()) pending.push(child.term);
    }
  }
  return last;
}

function unfocused(span: Span, message: string, hint: string): Diagnostic {
  return error('focus', span, message, { hint });
}
