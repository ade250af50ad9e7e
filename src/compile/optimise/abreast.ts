import { mapInner, visit } from '../ir/blocks';
import { blockOf } from '../ir/same';
import type { Atom, Block, Spine, Statement, Steps } from '../ir/tree';

/** Facts about the whole body that the pass needs in each block. */
interface Around {
  /** The arrays whose length is read. */
  readonly measured: ReadonlySet<number>;
  /** The statements that count steps along lists, by their variables. */
  readonly steps: ReadonlyMap<number, Steps>;
}

/**
 * Visits lists together of which as many cells are needed as there are steps along some of them: a processor waits for the
 * next cells of all of them at once.
 */
export function abreast(body: Block): Block {
  const measured = new Set<number>();
  const steps = new Map<number, Steps>();
  visit(body, (statement) => {
    if (statement.tag === 'length' && statement.array.tag === 'variable') measured.add(statement.array.id);
    if (statement.tag === 'steps') for (const { id } of statement.targets) steps.set(id, statement);
  });
  return steps.size === 0 ? body : together(body, { measured, steps });
}

function together(block: Block, around: Around): Block {
  const own = mapInner(block.statements, (inner) => together(inner, around));
  const statements: Statement[] = [];
  const taken = new Set<Statement>();
  for (const [i, statement] of own.entries()) {
    if (taken.has(statement)) continue;
    const group = statement.tag === 'spine' ? groupOf(statement, own.slice(i), taken, around) : [];
    const [{ most: count } = {}] = group;
    if (count === undefined) {
      statements.push(statement);
      continue;
    }
    for (const each of group) taken.add(each);
    const lists = group.map(({ list }) => list);
    const targets = group.flatMap((each) => each.targets);
    statements.push({ tag: 'spines', lists, count, targets, origin: statement.origin });
  }
  return blockOf(block, taken.size === 0 ? own : statements, block.results);
}

/** Returns the spines with as many cells as the first of `from` that can be made where it is made, without those `taken`. */
function groupOf(
  first: Spine,
  from: readonly Statement[],
  taken: ReadonlySet<Statement>,
  around: Around,
): readonly Spine[] {
  const made = new Set<number>();
  const group: Spine[] = [];
  for (const statement of from) {
    if (taken.has(statement)) continue;
    // A release frees the arrays made since its mark: an array that moved across either would be kept too long, or freed.
    if (statement.tag === 'mark' || statement.tag === 'release') break;
    if (statement.tag === 'spine' && statement.most === first.most && hasAll(statement, around)) {
      if (statement.list.tag !== 'variable' || !made.has(statement.list.id)) group.push(statement);
    }
    for (const { id } of statement.targets) made.add(id);
  }
  return group[0] === first ? group : [];
}

/** Whether a spine has as many cells as the steps that are its limit, or nothing reads its length. */
function hasAll({ list, most, targets: [target] }: Spine, { measured, steps }: Around): boolean {
  const counted = most?.tag === 'variable' ? steps.get(most.id) : undefined;
  if (counted === undefined || target === undefined) return false;
  const isAlong = (each: Atom): boolean => each.tag === 'variable' && list.tag === 'variable' && each.id === list.id;
  return counted.lists.some((each) => isAlong(each.list)) || !measured.has(target.id);
}
