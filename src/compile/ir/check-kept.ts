import { visit } from './blocks';
import type { Kind } from './kind';
import type { Block, Pair, Statement } from './tree';
import type { IrProgram } from './program';

/**
 * Returns the loops of the way there whose rounds end by keeping other values than those that the rounds of the way back
 * take first. A function and its forward derivative have loops of the same pair.
 */
export function checkKept({ functions }: IrProgram): readonly string[] {
  const kept = new Map<Pair, Set<string>>();
  const taken = new Map<Pair, Set<string>>();
  const add = (all: Map<Pair, Set<string>>, pair: Pair, kinds: string | undefined): void => {
    if (kinds !== undefined) all.set(pair, (all.get(pair) ?? new Set()).add(kinds));
  };
  const see = (statement: Statement): void => {
    if (statement.tag !== 'for' && statement.tag !== 'build' && statement.tag !== 'while') return;
    const { pair, body } = statement;
    if (pair === undefined) return;
    add(kept, pair, keptAtEnd(body));
    add(taken, pair, takenFirst(body));
  };
  for (const { body } of functions.values()) visit(body, see);
  // A loop can keep values elsewhere in its rounds too; then it is not compared.
  const both = [...kept.keys()].filter((pair) => taken.has(pair));
  return both.flatMap((pair) => {
    const [there, back] = [kept.get(pair), taken.get(pair)].map((each) => [...(each ?? [])].sort().join('; '));
    return there === back ? [] : [`loops of pair ${pair}: one keeps ${there}, the other takes ${back}`];
  });
}

/** Returns the kinds of what a block keeps at its end, if that is the same on all ways through it. */
function keptAtEnd({ statements }: Block): string | undefined {
  const last = statements.at(-1);
  return last?.tag === 'push' ? namesOf(last.values) : last && inBoth(last, keptAtEnd);
}

/** Returns the kinds of what a block takes first, if that is the same on all ways through it. */
function takenFirst({ statements }: Block): string | undefined {
  // The way back of a loop that steps ints computes them first; notes of the careful version come before the operations.
  const first = statements.find(({ tag }) => tag !== 'operation' && tag !== 'note');
  return first?.tag === 'pop' ? namesOf(first.targets) : first && inBoth(first, takenFirst);
}

/** Returns the kinds that both arms of a branch keep or take; undefined if they differ. A pass can join such arms. */
function inBoth(statement: Statement, kindsIn: (arm: Block) => string | undefined): string | undefined {
  if (statement.tag !== 'if') return undefined;
  const kinds = kindsIn(statement.consequent);
  return kindsIn(statement.alternative) === kinds ? kinds : undefined;
}

function namesOf(atoms: readonly { readonly kind: Kind }[]): string {
  return atoms.map(({ kind }) => nameOf(kind)).join(' ');
}

function nameOf(kind: Kind): string {
  if (typeof kind === 'string') return kind;
  return kind.tag === 'string' ? 'string' : `${kind.tag}${kind.id}`;
}
