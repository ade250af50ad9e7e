import { apply, real, string } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, Lambda, Term } from '../../language/core/tree';
import type { Range } from '../../protocol/descent';
import { writtenTerm } from '../pictures/written-term';
import type { Program } from '../program';

/** The picture of a function: its graph over a range, with the name of its argument. */
const GRAPH = `fun (f : real -> real) (name : string) (low : real) (high : real) ->
  Draw.Picture [Draw.Curve f, Draw.Setting ("xLabel", name), Draw.Range ("x", low, high)]`;

/** The range where nothing says another. */
const DEFAULT: Range = [-5, 5];

/**
 * Returns the term of a picture with the graph of a function from real to real: over the range of the input that has the name
 * of its argument, or from -5 to 5.
 */
export function graphTerm(program: Program, f: Term): Term {
  const name = argumentName(program, f);
  const range = program.frontEnd.inputs.find(({ label }) => label === name)?.range;
  const [low, high] = range === undefined ? DEFAULT : [range.low, range.high];
  const graph = refresh(writtenTerm(GRAPH), freshNames(usedNamesOfProgram(program.core)));
  return [f, string(name ?? 'x'), real(low), real(high)].reduce((applied, given) => apply(applied, given), graph);
}

/** Returns the name of a function's argument as the reader wrote it; undefined if nothing names it. */
function argumentName({ core, texts }: Program, f: Term): string | undefined {
  const parameter = lambdaOf(core, f)?.parameter;
  if (parameter?.tag !== 'variable') return undefined;
  const { cell, start, end } = parameter.origin;
  return /^[\p{L}_][\p{L}\p{N}_']*/u.exec((texts[cell] ?? '').slice(start, end))?.[0];
}

/** Returns the function that a term is, or is the name of. */
function lambdaOf(core: CoreProgram, f: Term): Lambda | undefined {
  let term: Term | undefined = f;
  // Definitions only name earlier ones.
  while (term?.tag === 'variable') term = definitionOf(core.items, term.name);
  return term?.tag === 'lambda' ? term : undefined;
}

function definitionOf(items: readonly CoreItem[], name: string): Term | undefined {
  for (const item of items) {
    if (item.tag === 'let' && item.pattern.tag === 'variable' && item.pattern.name === name) return item.value;
    const found = item.tag === 'letrec' ? item.functions.find((each) => each.name === name) : undefined;
    if (found !== undefined) return found.function;
  }
  return undefined;
}
