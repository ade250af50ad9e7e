import { closest, didYouMean } from '../language/elaborate/messages/suggest';
import type { CheckedCell } from '../language/elaborate/cell';
import type { Step } from '../language/elaborate/elaborate';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { replacement } from '../language/source/fix';
import { keyOfImport, originOf, type Origin } from '../language/source/imported';
import type { Span } from '../language/source/span';
import type { Parsed } from '../language/syntax/parser';
import type { Item, SurfaceProgram } from '../language/syntax/tree';

/** In which order the cells of a program and of what it imports are checked. */
export interface Plan {
  readonly steps: readonly Step[];
  /** What is wrong with the imports of each cell. */
  readonly diagnosticsOf: ReadonlyMap<number, readonly Diagnostic[]>;
  /** The imports of each cell. */
  readonly importsOf: ReadonlyMap<number, readonly Import[]>;
}

export interface Import {
  readonly span: Span;
  readonly name: string;
  /** The cells of the source, and of all that it imports. */
  readonly cells: () => ReadonlySet<number>;
}

type ImportItem = Extract<Item, { tag: 'import' }>;

interface Source {
  readonly key: string;
  readonly name: string;
  readonly scope: number;
  readonly cells: number[];
  readonly imports: Set<Source>;
  state: 'new' | 'open' | 'done';
}

/** A chain of imports of more files is refused, because each takes a part of the stack. */
const MOST_NESTED = 100;

/**
 * Returns the steps of a check: what is imported, each source once and after what it imports itself, then the program's own
 * cells up to `last`.
 */
export function planOf(cells: readonly string[], parsed: readonly Parsed[], last: number): Plan {
  const diagnosticsOf = new Map<number, Diagnostic[]>();
  const importsOf = new Map<number, Import[]>();
  const own: number[] = [];
  const idle: number[] = [];
  const sources = new Map<string, Source>();
  const others = new Map<string, Exclude<Origin, { name: string }>>();
  for (const [cell, text] of cells.entries()) {
    const origin = originOf(text);
    if (origin === undefined) {
      if (cell <= last) own.push(cell);
    } else if ('name' in origin) {
      const { key, name } = origin;
      const known = sources.get(key) ?? newSource(key, name, sources.size + 1);
      sources.set(key, known);
      known.cells.push(cell);
    } else {
      others.set(origin.key, origin);
      idle.push(cell);
    }
  }
  const treeOf = (cell: number): SurfaceProgram => parsed[cell]?.program ?? { items: [], comments: [] };
  // These define nothing, but what is imported depends on them.
  const steps: Step[] = idle.map((cell) => ({ cell, tree: treeOf(cell), scope: -1, imports: [] }));

  const find = (from: string, { source, span }: ImportItem): Source | Diagnostic => {
    let key = keyOfImport(from, source.text);
    const alias = others.get(key);
    if (alias !== undefined && 'same' in alias) key = alias.same;
    return sources.get(key) ?? missing(source, span, others.get(key));
  };

  const open = (item: ImportItem, from: string, chain: readonly Source[]): Source | Diagnostic => {
    const found = find(from, item);
    if ('severity' in found || found.state === 'done') return found;
    if (found.state === 'open') return circular(item.span, [...chain.slice(chain.indexOf(found)), found]);
    if (chain.length >= MOST_NESTED) {
      const hint = 'import the files that define what you use directly';
      return error('import-depth', item.span, `imports are nested more than ${MOST_NESTED} files deep`, { hint });
    }
    found.state = 'open';
    for (const cell of found.cells)
      steps.push(stepOf(cell, found.scope, found.key, [...chain, found], (imported) => found.imports.add(imported)));
    found.state = 'done';
    return found;
  };

  const stepOf = (
    cell: number,
    scope: number,
    from: string,
    chain: readonly Source[],
    note: (imported: Source, item: ImportItem) => void,
  ): Step => {
    const tree = treeOf(cell);
    const imports = new Set<number>();
    let failedImport: Span | undefined;
    for (const item of tree.items) {
      if (item.tag !== 'import') continue;
      const found = open(item, from, chain);
      if ('severity' in found) {
        failedImport ??= item.span;
        add(diagnosticsOf, cell, found);
      } else {
        imports.add(found.scope);
        note(found, item);
      }
    }
    return { cell, tree, scope, imports: [...imports], failedImport };
  };

  const program = own.map((cell) =>
    stepOf(cell, 0, '', [], (imported, { span }) => {
      add(importsOf, cell, { span, name: imported.name, cells: () => cellsOf(imported) });
    }),
  );
  return { steps: [...steps, ...program], diagnosticsOf, importsOf };
}

function newSource(key: string, name: string, scope: number): Source {
  return { key, name, scope, cells: [], imports: new Set(), state: 'new' };
}

function cellsOf(source: Source): ReadonlySet<number> {
  const all = new Set([source]);
  for (const each of all) for (const imported of each.imports) all.add(imported);
  return new Set([...all].flatMap(({ cells }) => cells));
}

function add<Value>(to: Map<number, Value[]>, cell: number, value: Value): void {
  const known = to.get(cell);
  if (known === undefined) to.set(cell, [value]);
  else known.push(value);
}

function missing(
  { text, span }: ImportItem['source'],
  whole: Span,
  why: Exclude<Origin, { name: string }> | undefined,
): Diagnostic {
  const { problem, hint, names = [] } = why !== undefined && 'problem' in why ? why : UNKNOWN;
  const name = closest(text, names);
  const quoted = JSON.stringify(name);
  const advice =
    name === undefined
      ? { hint }
      : { ...didYouMean(span, name), hint: `did you mean ${quoted}?`, fix: replacement(span, quoted) };
  return error('import-missing', whole, `cannot import ${JSON.stringify(text)}: ${problem}`, advice);
}

const UNKNOWN = { problem: 'there is nothing of this name', hint: undefined, names: [] };

function circular(span: Span, chain: readonly Source[]): Diagnostic {
  const hint = 'move the definitions that both need to a source of their own, and import that';
  const names = chain.map(({ name }) => name).join(' → ');
  return error('import-cycle', span, `these imports form a circle: ${names}`, { hint });
}

/** Returns, for the imports of a cell, what is wrong in their sources, which are not shown with the cell. */
export function failedImports(
  imports: readonly Import[],
  diagnosticsOf: readonly (readonly Diagnostic[])[],
): readonly Diagnostic[] {
  return imports.flatMap(({ span, name, cells }) => {
    const errors = [...cells()].flatMap((cell) => diagnosticsOf[cell] ?? []);
    const [first] = errors;
    if (first === undefined) return [];
    const message = `${JSON.stringify(name)} has an error: ${first.message}`;
    return [error('import-failed', span, message, { hint: 'open it and fix the error there' })];
  });
}

/**
 * Returns errors about types and constructors that two cells define which do not see each other: their names are unique in
 * a program, because values of both can meet.
 */
export function clashes(cells: readonly CheckedCell[]): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const known = new Map<string, Span>();
  const define = (kind: string, name: string, span: Span): void => {
    const key = `${kind} ${name}`;
    const first = known.get(key);
    known.set(key, first ?? span);
    if (first === undefined || (first.cell === span.cell && first.start === span.start)) return;
    diagnostics.push(
      error(`${kind}-twice`, span, `the ${kind} \`${name}\` is already defined`, {
        hint: `rename one of them: a ${kind} has one definition in a program and all that it imports`,
        related: [{ message: 'first defined here', span: first }],
      }),
    );
  };
  for (const { defined } of cells) {
    for (const [name, { span }] of defined.variants) define('type', name, span);
    for (const [name, variant] of defined.constructors)
      define('constructor', name, variant.named.get(name)?.span ?? variant.span);
  }
  return diagnostics;
}
