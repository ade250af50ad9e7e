import type { Mention } from '../../language/elaborate/mention';
import type { Span } from '../../language/source/span';
import { expressionsIn, patternsWithin } from '../../language/syntax/parts';
import type { Identifier, SurfacePattern, SurfaceProgram } from '../../language/syntax/tree';
import type { CellSymbol, FoldingRange } from '../../protocol/editing';
import { cellTokens } from '../parse-cell';
import { placeKey } from './names';

/** Returns the definitions of a cell. */
export function symbolsOf({ items }: SurfaceProgram, mentions: readonly Mention[]): readonly CellSymbol[] {
  const known = new Map(mentions.map((mention) => [placeKey(mention.span), mention]));
  const detail = (span: Span): string => known.get(placeKey(span))?.signature ?? '';
  const symbol = (
    kind: CellSymbol['kind'],
    { text: name, span: nameSpan }: Identifier,
    span: Span,
    children: readonly CellSymbol[] = [],
  ): CellSymbol => ({ name, kind, detail: detail(nameSpan), span, nameSpan, children });
  return items.flatMap((item): readonly CellSymbol[] => {
    switch (item.tag) {
      case 'input':
      case 'data':
        return [symbol(item.tag, item.name, item.span)];
      case 'type': {
        const { definition } = item;
        const constructors = definition.tag === 'variants' ? definition.constructors : [];
        const children = constructors.map(({ name, span }) => symbol('constructor', name, span));
        return [symbol('type', item.name, item.span, children)];
      }
      case 'let':
        return item.bindings.flatMap((binding) => {
          if (binding.tag === 'pattern')
            return variablesOf(binding.pattern).map((name) => symbol('value', name, binding.span));
          const kind = binding.parameters.length > 0 ? 'function' : 'value';
          return [symbol(kind, binding.name, binding.span)];
        });
      case 'broken':
        return [...item.types, ...item.names].map((name) => symbol('value', name, item.span));
      case 'import':
      case 'expression':
        return [];
    }
  });
}

function variablesOf(pattern: SurfacePattern): Identifier[] {
  return patternsWithin([pattern]).flatMap((part) =>
    part.tag === 'variable' ? [{ text: part.name, span: part.span }] : [],
  );
}

/** Returns the items, comments, brackets and arms that span several lines. */
export function foldsOf(text: string, cell: number, { items, comments }: SurfaceProgram): readonly FoldingRange[] {
  const code = [
    ...items.map(({ span }) => span),
    ...bracketsIn(text, cell),
    ...expressionsIn(items).flatMap((expression) =>
      expression.tag === 'match' ? expression.arms.map(({ span }) => span) : [],
    ),
  ].map((span): FoldingRange => ({ span, kind: 'code' }));
  const folds = [...code, ...commentBlocks(text, comments).map((span): FoldingRange => ({ span, kind: 'comment' }))];
  return folds.filter(({ span }) => text.slice(span.start, span.end).includes('\n'));
}

function bracketsIn(text: string, cell: number): Span[] {
  const spans: Span[] = [];
  const open: number[] = [];
  for (const { kind, text: symbol, start, end } of cellTokens(text, cell)) {
    if (kind !== 'fixed') continue;
    if ('([{'.includes(symbol)) open.push(start);
    if (!')]}'.includes(symbol)) continue;
    const from = open.pop();
    if (from !== undefined) spans.push({ cell, start: from, end });
  }
  return spans;
}

/** Line comments that follow one another are one block. */
function commentBlocks(text: string, comments: SurfaceProgram['comments']): Span[] {
  const blocks: Span[] = [];
  for (const { span } of comments) {
    const last = blocks.at(-1);
    const between = last === undefined ? undefined : text.slice(last.end, span.start);
    if (last !== undefined && between !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(between)) {
      blocks[blocks.length - 1] = { ...last, end: span.end };
    } else blocks.push(span);
  }
  return blocks;
}
