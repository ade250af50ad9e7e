import { visit } from './blocks';
import type { Block, Kind, Pair, Statement } from './tree';
import type { IrProgram } from './program';

/**
 * Returns the loops of the way there whose rounds keep other values than those of the way back take. A function and its
 * forward derivative have loops of the same pair.
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
    add(kept, pair, keptLast(body));
    add(taken, pair, takenFirst(body));
  };
  for (const { body } of functions.values()) visit(body, see);
  return [...new Set([...kept.keys(), ...taken.keys()])].flatMap((pair) => {
    const [there, back] = [kept.get(pair), taken.get(pair)].map((each) => [...(each ?? [])].sort().join('; '));
    return there === back ? [] : [`loops of pair ${pair}: one keeps ${there}, the other takes ${back}`];
  });
}

/** Returns the kinds of what a block keeps last. */
function keptLast({ statements }: Block): string | undefined {
  return firstOf(statements.toReversed(), (each) =>
    each.tag === 'push' ? namesOf(each.values) : inBoth(each, keptLast),
  );
}

/** Returns the kinds of what a block takes first. */
function takenFirst({ statements }: Block): string | undefined {
  return firstOf(statements, (each) => (each.tag === 'pop' ? namesOf(each.targets) : inBoth(each, takenFirst)));
}

function firstOf(statements: readonly Statement[], kinds: (each: Statement) => string | undefined): string | undefined {
  for (const each of statements) {
    const found = kinds(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What both arms of a branch keep or take alike: such arms can become one. */
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
