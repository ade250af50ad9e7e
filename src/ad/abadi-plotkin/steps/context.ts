import { children } from '../../../language/core/children';
import { itemTerms } from '../../../language/core/traverse';
import type { CoreItem, Term } from '../../../language/core/tree';
import type { Executable } from '../../../semantics/compile';
import type { Closure } from '../../../semantics/closure';
import { type Instruction, MARK, OP } from '../../../semantics/code';
import { primal, showValue } from '../../../semantics/present';
import type { MachineState } from '../../../semantics/state';
import { coreLines, definition, pattern } from '../notation/core-lines';
import { binderForm, typeText } from '../notation/forms';
import { after, type Block, block, headed, keyword, piece, text } from '../../notation/line';
import { traceLines } from '../notation/trace-lines';
import { nameAsWritten } from '../anf/anf';
import type { SymbolicEvaluation } from '../literal/symbolic';

/** An activation: the running one, or one that waits for a call. */
export interface StepPlace {
  readonly instruction: Instruction;
  readonly base: number;
  readonly closure: Closure;
}

export interface StepContext {
  readonly lines: Block;
  /** Whether E is the hole alone. */
  readonly trivial: boolean;
}

const HOLE: Block = [{ indent: 0, pieces: [{ kind: 'text', text: '[ ]', mark: 'hole' }] }];

/**
 * E[R] of one activation: its function's body (or the program's item) as evaluated so far. Finished lets and branches
 * are gone, evaluated parts are replaced by their values, the redex is marked. In an activation that waits (`waiting`),
 * the call is the hole. With `symbolic`, values are those of symbolic evaluation, with their free variables.
 */
export function contextOf(
  machine: MachineState,
  place: StepPlace,
  waiting: boolean,
  symbolic: SymbolicEvaluation | undefined,
): StepContext {
  const { executable } = machine;
  const { instruction } = place;
  const { term } = instruction;
  const { body } = place.closure.code;
  const item = body === undefined ? itemOf(executable, instruction) : undefined;
  const defined = item && definedBy(item, instruction);
  if (defined !== undefined) return { lines: marked(after(defined, IN)), trivial: true };
  const root = body ?? (item && itemTerms(item).find((each) => isIn(each, term)));
  if (root === undefined || term === undefined) return { lines: [], trivial: true };
  const path = pathTo(root, term);
  const instead = new Map<Term, Block>();
  const evaluated = (part: Term): void => {
    const slot = part.tag === 'lambda' ? undefined : executable.places.get(part);
    if (slot !== undefined) instead.set(part, valueLines(machine, place, part, slot, symbolic));
    else if (part.tag === 'apply') {
      for (const child of children(part)) evaluated(child.term);
    }
  };
  const skipped = new Map<Term, Term>();
  path.forEach((node, i) => {
    const next = path[i + 1];
    if (next === undefined) return;
    if (isTaken(node, next)) skipped.set(node, next);
    else if (!isLoop(node, next)) {
      for (const { term: part } of children(node)) {
        if (part === next) break;
        evaluated(part);
      }
    }
  });
  if (waiting) instead.set(term, HOLE);
  else evaluatedParts(instruction, term).forEach(evaluated);
  const redex = waiting ? undefined : term;
  const view = {
    instead: (part: Term): Block | undefined => {
      const through = skipped.get(part);
      return through === undefined ? instead.get(part) : coreLines(through, view);
    },
    redex,
  };
  if (item?.tag === 'let' && instruction.op === OP.mark && instruction.pattern === item.pattern) {
    const value = valueLines(machine, place, term, instruction.target, symbolic);
    return { lines: marked(itemBinding(item, value)), trivial: true };
  }
  const lines = coreLines(root, view);
  if (item?.tag === 'let') return { lines: itemBinding(item, lines), trivial: false };
  return { lines, trivial: path.every((node) => node === term || skipped.has(node)) };
}

function marked(lines: Block): Block {
  return lines.map((line) => ({ ...line, pieces: line.pieces.map((each) => ({ ...each, mark: 'redex' as const })) }));
}

/** Returns whether evaluation continues in `next` alone. */
function isTaken(node: Term, next: Term): boolean {
  switch (node.tag) {
    case 'let':
    case 'letrec':
      return next === node.body;
    case 'if':
      return next !== node.condition;
    case 'match':
      return next !== node.scrutinee;
    default:
      return false;
  }
}

/**
 * Returns whether evaluation has reached the body of a fold: the registers of its sequence and start now hold its
 * progress.
 */
function isLoop(node: Term, next: Term): boolean {
  return node.tag === 'fold' && next === node.body;
}

/** Returns the subterms that a redex has evaluated before it fires. */
function evaluatedParts(instruction: Instruction, term: Term): readonly Term[] {
  switch (term.tag) {
    case 'let':
      return instruction.op === OP.mark && instruction.a === MARK.bind ? [term.value] : [];
    case 'letrec':
    case 'lambda':
      return [];
    case 'if':
      return [term.condition];
    case 'match':
      return [term.scrutinee];
    default:
      return children(term).flatMap((child) => (child.binders.length === 0 ? [child.term] : []));
  }
}

/** Returns the path from the root to `target`, both included. */
function pathTo(root: Term, target: Term): readonly Term[] {
  const parents = new Map<Term, Term>();
  const pending = [root];
  for (let node = pending.pop(); node !== undefined && node !== target; node = pending.pop()) {
    for (const { term: child } of children(node)) {
      parents.set(child, node);
      pending.push(child);
    }
  }
  const path: Term[] = [];
  for (let node: Term | undefined = target; node !== undefined; node = parents.get(node)) path.push(node);
  return path.reverse();
}

function valueLines(
  machine: MachineState,
  { base }: StepPlace,
  term: Term,
  slot: number,
  symbolic: SymbolicEvaluation | undefined,
): Block {
  const shadow = symbolic?.valueAt(base + slot);
  if (shadow !== undefined && shadow.tag !== 'unit') return traceLines(shadow);
  return plainValue(machine, machine.slots[base + slot], term);
}

export function plainValue(machine: MachineState, value: unknown, { type }: Pick<Term, 'type'>): Block {
  if (type.tag === 'function') return block(text('clo'));
  const { variants } = machine.executable;
  const shown = showValue(primal(value, type, variants), type, 6, variants);
  return block(piece('number', type.tag === 'product' ? `⟨${shown.slice(1, -1)}⟩` : shown));
}

/** Returns the program's item that is being evaluated. */
function itemOf({ program, origins }: Executable, { term, origin }: Instruction): CoreItem | undefined {
  return program.items.find(
    (item) => itemTerms(item).some((root) => isIn(root, term)) || item.origin === origins[origin],
  );
}

function isIn(root: Term, term: Term | undefined): boolean {
  return term !== undefined && pathTo(root, term)[0] === root;
}

/** Returns the functions that the item defines, if the instruction defines them. */
function definedBy(item: CoreItem, { op, term }: Instruction): Block | undefined {
  if (item.tag === 'letrec' && op === OP.letrec && term === undefined) {
    return item.functions.flatMap(({ name, function: lambda }, i) =>
      definition(i === 0 ? 'letrec' : 'and', name, lambda),
    );
  }
  if (item.tag !== 'let' || item.pattern.tag !== 'variable' || item.value.tag !== 'lambda' || op !== OP.mark)
    return undefined;
  return definition('let', nameAsWritten(item.pattern), item.value);
}

const IN = [keyword(' in'), text(' …')];

function itemBinding(item: Extract<CoreItem, { readonly tag: 'let' }>, value: Block): Block {
  return headed(binderForm('let', pattern(item.pattern), typeText(item.pattern.type)), value, IN);
}
