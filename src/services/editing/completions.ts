import { BUILT_IN_VARIANTS } from '../../language/core/constructors';
import type { ProbedCell } from '../../language/elaborate/cell';
import type { NameInScope } from '../../language/elaborate/infer/probe';
import type { Span } from '../../language/source/span';
import { DATA, IMPORT, KEYWORDS } from '../../language/syntax/token';
import type { Completion, Completions } from '../../protocol/editing';
import { isRead, withHole } from './hole';
import type { Task } from '../../semantics/task';
import type { Checking } from '../front-end';

const BASE_TYPES = ['real', 'int', 'bool', 'string', 'unit', 'list', 'array', 'Delta.Delta', 'Delta.Map', 'Delta.M'];

/**
 * Returns the completions at the caret: names in scope, the innermost first; the fields of a record; types and
 * constructors.
 */
export function* completions(
  probe: Checking['probe'],
  cells: readonly string[],
  at: Span,
): Task<Completions | undefined> {
  const [asWritten, cut] = withHole(cells, at);
  if (asWritten === undefined || cut === undefined) return undefined;
  const { word } = asWritten;
  let last: ProbedCell | undefined;
  for (const { cells: holed, hole } of [asWritten, cut]) {
    const { tree, found } = yield* probe(holed, hole);
    last = found;
    if (tree === undefined || found === undefined || !isRead(tree, hole)) continue;
    const { probed } = found;
    if (probed?.tag === 'fields') return { span: word, items: probed.fields.map(fieldItem) };
    if (probed?.tag === 'names')
      return {
        span: word,
        items: [...probed.names.map(nameItem), ...declared(found, 'constructor'), ...keywords()],
      };
    return { span: word, items: notValues(found) };
  }
  return { span: word, items: last === undefined ? keywords() : notValues(last) };
}

/** Completions in patterns and types, and where the type is unknown. */
function notValues(found: ProbedCell): Completion[] {
  return [
    ...declared(found, 'constructor'),
    ...declared(found, 'type'),
    ...BASE_TYPES.map((name): Completion => plain(name, 'type')),
    ...keywords(),
  ];
}

function fieldItem({ name, signature }: { readonly name: string; readonly signature: string }): Completion {
  return { name, kind: 'field', signature, documentation: undefined };
}

function nameItem({ name, signature, documentation }: NameInScope): Completion {
  return { name, kind: signature?.includes('->') === true ? 'function' : 'variable', signature, documentation };
}

function declared({ constructors, types }: ProbedCell, kind: 'constructor' | 'type'): Completion[] {
  const own = (kind === 'type' ? types : constructors).map(({ name, signature }): Completion => {
    return { name, kind, signature, documentation: undefined };
  });
  const builtIn = BUILT_IN_VARIANTS.flatMap(({ constructors }) => constructors.map(({ name }) => name));
  const given = kind === 'type' ? [] : ['inl', 'inr', ...builtIn];
  return [...own, ...given.map((name) => plain(name, kind))];
}

function keywords(): Completion[] {
  return [...KEYWORDS, DATA, IMPORT].map((name) => plain(name, 'keyword'));
}

function plain(name: string, kind: Completion['kind']): Completion {
  return { name, kind, signature: undefined, documentation: undefined };
}
