import source from '../prelude/prelude.pbk?raw';
import type { Diagnostic } from '../source/diagnostic';
import { PRELUDE_CELL } from '../source/span';
import { lex } from '../syntax/lexer';
import { parse } from '../syntax/parser';
import { newContext, nothingEarlier } from './context';
import type { DraftItem } from './draft';
import { checkExpression } from './infer/expression';
import { inferItem } from './infer/item';
import type { Meaning } from './scope';

/** The checked prelude, whose names every program can use. */
export interface Prelude {
  readonly meanings: ReadonlyMap<string, Meaning>;
  readonly drafts: readonly DraftItem[];
  readonly diagnostics: readonly Diagnostic[];
}

let loaded: Prelude | undefined;

/** Returns the prelude, which is checked once, on first use. */
export function prelude(): Prelude {
  loaded ??= load();
  return loaded;
}

function load(): Prelude {
  const { program, diagnostics } = parse(source, PRELUDE_CELL);
  const context = newContext(checkExpression, nothingEarlier());
  const drafts = program.items.flatMap((item) => inferItem(context, item));
  const meanings = new Map<string, Meaning>();
  for (const name of context.scope.names()) {
    const meaning = context.scope.lookup(name);
    if (meaning?.tag !== 'bound') continue;
    meanings.set(name, { ...meaning, documentation: documentation(meaning.span.start) });
  }
  return {
    meanings,
    drafts,
    diagnostics: [...diagnostics, ...context.diagnostics],
  };
}

let mentions: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Returns for each definition of the prelude the names that occur in it. */
export function preludeMentions(): ReadonlyMap<string, ReadonlySet<string>> {
  return (mentions ??= readMentions());
}

function readMentions(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  let own = new Set<string>();
  let isNext = false;
  for (const { kind, text, startsItem } of lex(source, PRELUDE_CELL).tokens) {
    if (startsItem) own = new Set();
    isNext ||= startsItem;
    if (kind !== 'name' && kind !== 'fixed') continue;
    // The name that an item binds is the first one in it.
    if (isNext && kind === 'name') {
      found.set(text, own);
      isNext = false;
    } else own.add(text);
  }
  return found;
}

/** Returns the lines of comment above a definition. */
function documentation(start: number): string {
  const lines = source.slice(0, start).split('\n').slice(0, -1);
  const comments: string[] = [];
  for (let line = lines.pop(); line?.startsWith('-- ') === true; line = lines.pop()) comments.unshift(line.slice(3));
  return comments.join(' ');
}
