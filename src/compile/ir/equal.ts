import { sameAtom } from './atoms';
import { innerBlocks } from './blocks';
import type { Atom, Block, Statement, Variable } from './tree';

/** Whether two statements compute the same, whatever the names of what they bind. Their places and pairs do not matter. */
export function sameStatement(left: Statement, right: Statement, names = new Map<number, number>()): boolean {
  const bind = (one: readonly Variable[], other: readonly Variable[]): void => {
    other.forEach(({ id }, i) => names.set(id, one[i]?.id ?? id));
  };
  const same = (one: unknown, other: unknown): boolean => {
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
    if (isAtom(one) && isAtom(other)) {
      if (other.tag === 'constant') return sameAtom(one, other);
      return one.tag === 'variable' && one.id === (names.get(other.id) ?? other.id) && one.kind === other.kind;
    }
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => same(Reflect.get(one, key) as unknown, Reflect.get(other, key) as unknown))
    );
  };
  const sameBlock = (one: Block, other: Block): boolean =>
    one.statements.length === other.statements.length &&
    one.statements.every((each, i) => {
      const partner = other.statements[i];
      return partner !== undefined && sameStatement(each, partner, names);
    }) &&
    same(one.results, other.results);
  // The kind of a target is the layout of what is made.
  const areTargets = left.targets.length === right.targets.length && left.targets.every(isOfKind(right.targets));
  if (left.tag !== right.tag || !areTargets) return false;
  const [inside, others] = [innerBlocks(left), innerBlocks(right)];
  if (!same(withoutBlocks(left), withoutBlocks(right))) return false;
  const isSame = inside.every(({ block, binds }, i) => {
    const other = others[i];
    if (other?.binds.length !== binds.length || !binds.every(isOfKind(other.binds))) return false;
    bind(binds, other.binds);
    return sameBlock(block, other.block);
  });
  bind(left.targets, right.targets);
  return isSame;
}

function isOfKind(others: readonly Variable[]): (variable: Variable, at: number) => boolean {
  return ({ kind }, at) => kind === others[at]?.kind;
}

/** The keys of a statement that are compared one by one, or that do not matter. */
const APART: ReadonlySet<string> = new Set([
  'targets',
  'origin',
  'pair',
  'index',
  'parameters',
  'body',
  'header',
  'exit',
  'consequent',
  'alternative',
]);

function withoutBlocks(statement: Statement): object {
  const isApart = (key: string): boolean =>
    // The index of an item is an atom that is used.
    APART.has(key) && !(key === 'index' && statement.tag !== 'for' && statement.tag !== 'build');
  return Object.fromEntries(Object.entries(statement).filter(([key, value]) => value !== undefined && !isApart(key)));
}

function isAtom(value: object): value is Atom {
  return 'kind' in value && 'tag' in value && (value.tag === 'variable' || value.tag === 'constant');
}
