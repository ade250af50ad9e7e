import { rebuilt } from '../ir/blocks';
import type { Atom, Block, Statement } from '../ir/tree';

/** What has been computed, by what it is; what the blocks around know is known inside. */
class Known {
  private readonly outer: Known | undefined;
  private readonly own = new Map<string, readonly Atom[]>();

  constructor(outer?: Known) {
    this.outer = outer;
  }

  get(key: string): readonly Atom[] | undefined {
    return this.own.get(key) ?? this.outer?.get(key);
  }

  set(key: string, atoms: readonly Atom[]): void {
    this.own.set(key, atoms);
  }
}

/** Computes equal things once: operations and reads of data, which are immutable before derivatives are written out. */
export function share(block: Block): Block {
  const replaced = new Map<number, Atom>();
  const atom = (each: Atom): Atom => (each.tag === 'variable' ? (replaced.get(each.id) ?? each) : each);
  const inBlock = ({ statements, results }: Block, known: Known): Block => ({
    statements: inStatements(statements, known),
    results: results.map(atom),
  });
  const inStatements = (statements: readonly Statement[], known: Known): readonly Statement[] =>
    statements.flatMap((given): readonly Statement[] => {
      if (given.tag === 'move' && !given.finite) {
        given.targets.forEach(({ id }, i) => {
          const value = given.values[i];
          if (value !== undefined) replaced.set(id, atom(value));
        });
        return [];
      }
      // The exit and the body of a loop know what its header has computed.
      const header = given.tag === 'while' ? new Known(known) : undefined;
      const statement = rebuilt(given, {
        atom,
        bind: (variable) => variable,
        block: (inner) =>
          inBlock(
            inner,
            given.tag === 'while' && inner === given.header ? (header ?? known) : new Known(header ?? known),
          ),
      });
      const key = keyOf(statement);
      if (key === undefined) return [statement];
      const before = known.get(key);
      if (before === undefined) {
        known.set(key, statement.targets);
        return [statement];
      }
      statement.targets.forEach(({ id }, i) => {
        const value = before[i];
        if (value !== undefined) replaced.set(id, value);
      });
      return [];
    });
  return inBlock(block, new Known());
}

/** Returns a text that is equal for statements that compute the same; undefined for those that are not shared. */
function keyOf(statement: Statement): string | undefined {
  switch (statement.tag) {
    case 'operation':
      return `${statement.operation} ${statement.arguments.map(show).join()}`;
    case 'tag':
      return `tag ${show(statement.value)}`;
    case 'field':
      return `field ${show(statement.value)} ${statement.constructor_} ${statement.index}`;
    case 'length':
      return `length ${show(statement.array)}`;
    case 'item':
      return `item ${show(statement.array)} ${show(statement.index)}`;
    case 'spine':
      return `spine ${show(statement.list)}`;
    default:
      return undefined;
  }
}

const DATA = new WeakMap<object, number>();
let count = 0;

function show(atom: Atom): string {
  if (atom.tag === 'variable') return `v${atom.id}`;
  const { value } = atom;
  if (typeof value !== 'object')
    return `${typeof atom.kind === 'string' ? atom.kind : 'data'} ${Object.is(value, -0) ? '-0' : value}`;
  let id = DATA.get(value);
  if (id === undefined) {
    id = count++;
    DATA.set(value, id);
  }
  return `constant ${id}`;
}
