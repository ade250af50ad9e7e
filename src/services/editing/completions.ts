import { DELTA_DECLARATION } from '../../language/core/delta';
import type { Elaboration } from '../../language/elaborate/elaborate';
import type { NameInScope } from '../../language/elaborate/infer/probe';
import type { Span } from '../../language/source/span';
import { KEYWORDS } from '../../language/syntax/token';
import type { Completion, Completions } from '../../protocol/editing';
import { isRead, withHole } from './hole';
import type { Probing } from './probing';

const BASE_TYPES = ['real', 'int', 'bool', 'string', 'unit', 'list', 'array', 'Delta.Delta', 'Delta.Map', 'Delta.M'];

/**
 * Returns the completions at the caret: names in scope, the innermost first; the fields of a record; types and
 * constructors.
 */
export function completions(probe: Probing, cells: readonly string[], at: Span): Completions | undefined {
  const [asWritten, cut] = withHole(cells, at);
  if (asWritten === undefined || cut === undefined) return undefined;
  const { word } = asWritten;
  let last: Elaboration | undefined;
  for (const { cells: holed, hole } of [asWritten, cut]) {
    const { trees, elaboration } = probe(holed, hole);
    last = elaboration;
    const tree = trees[hole.cell];
    if (tree === undefined || !isRead(tree, hole)) continue;
    const { probed } = elaboration;
    if (probed?.tag === 'fields') return { span: word, items: probed.fields.map(fieldItem) };
    if (probed?.tag === 'names')
      return {
        span: word,
        items: [...probed.names.map(nameItem), ...declared(elaboration, 'constructor'), ...keywords()],
      };
    return { span: word, items: notValues(elaboration) };
  }
  return { span: word, items: last === undefined ? keywords() : notValues(last) };
}

/** Completions in patterns and types, and where the type is unknown. */
function notValues(elaboration: Elaboration): Completion[] {
  return [
    ...declared(elaboration, 'constructor'),
    ...declared(elaboration, 'type'),
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

function declared({ mentions }: Elaboration, kind: 'constructor' | 'type'): Completion[] {
  const own = new Map(
    mentions
      .filter((mention) => mention.kind === kind && mention.definition !== undefined)
      .map(({ name, signature }) => [name, { name, kind, signature, documentation: undefined }]),
  );
  const given = kind === 'type' ? [] : ['inl', 'inr', ...DELTA_DECLARATION.constructors.map(({ name }) => name)];
  return [...own.values(), ...given.map((name) => plain(name, kind))];
}

function keywords(): Completion[] {
  return [...KEYWORDS].map((name) => plain(name, 'keyword'));
}

function plain(name: string, kind: Completion['kind']): Completion {
  return { name, kind, signature: undefined, documentation: undefined };
}
