import { visit } from './blocks';
import type { Kind, Pair, Statement } from './tree';
import type { IrProgram } from './program';

/**
 * Returns the loops of the way there whose rounds keep other values than those of the way back take. A function and its
 * forward derivative have loops of the same pair.
 */
export function checkKept({ functions }: IrProgram): readonly string[] {
  const kept = new Map<Pair, Set<string>>();
  const taken = new Map<Pair, Set<string>>();
  const add = (all: Map<Pair, Set<string>>, pair: Pair, atoms: readonly { readonly kind: Kind }[]): void => {
    all.set(pair, (all.get(pair) ?? new Set()).add(atoms.map(({ kind }) => nameOf(kind)).join(' ')));
  };
  const see = (statement: Statement): void => {
    if (statement.tag !== 'for' && statement.tag !== 'build' && statement.tag !== 'while') return;
    const { pair, body } = statement;
    if (pair === undefined) return;
    // The way back of a loop that steps ints computes them first; notes of the careful version come before the operations.
    const first = body.statements.find(({ tag }) => tag !== 'operation' && tag !== 'note');
    const last = body.statements.at(-1);
    if (last?.tag === 'push') add(kept, pair, last.values);
    if (first?.tag === 'pop') add(taken, pair, first.targets);
  };
  for (const { body } of functions.values()) visit(body, see);
  return [...new Set([...kept.keys(), ...taken.keys()])].flatMap((pair) => {
    const [there, back] = [kept.get(pair), taken.get(pair)].map((each) => [...(each ?? [])].sort().join('; '));
    return there === back ? [] : [`loops of pair ${pair}: one keeps ${there}, the other takes ${back}`];
  });
}

function nameOf(kind: Kind): string {
  if (typeof kind === 'string') return kind;
  return kind.tag === 'string' ? 'string' : `${kind.tag}${kind.id}`;
}
