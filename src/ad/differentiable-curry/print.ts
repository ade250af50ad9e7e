import { operationRow } from '../../language/operations/table';
import { assertNever, internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import { after, before, type Block, block, indented, joined, type Piece, piece, text } from '../notation/line';
import { entriesOf, type Combinator, type Combinators, type Space } from './combinator';

/** A combinator as lines of pieces; the head of each combinator refers to its node. */
export interface PrintedCombinators {
  readonly lines: Block;
  /** The nodes that the pieces refer to, by index. */
  readonly nodes: readonly Combinator[];
}

/**
 * Prints the definitions, then the main expression: the point-free terms of "The Differentiable Curry", with names for
 * its operations.
 */
export function printCombinators({ definitions, main }: Combinators): PrintedCombinators {
  const nodes: Combinator[] = [];
  const defined = definitions.flatMap(({ names, term }) =>
    headedBy(`${names.map(({ name }) => name).join(', ')} : ${typeText(term.target)} = `, printed(term, nodes, 0)),
  );
  return { lines: [...defined, ...headedBy(`main : ${arrowText(main)} = `, printed(main, nodes, 0))], nodes };
}

/** `(x : real, f : real ⇝ real) ⇝ real` */
export function arrowText({ source, target }: Pick<Combinator, 'source' | 'target'>): string {
  const from = spaceText(source);
  const isArrow = source.tag === 'function';
  return `${isArrow ? `(${from})` : from} ⇝ ${typeText(target)}`;
}

export function spaceText(space: Space): string {
  if (space.tag !== 'context') return typeText(space);
  return `(${entriesOf(space)
    .map(({ name, type }) => `${name} : ${typeText(type)}`)
    .join(', ')})`;
}

export function typeText(type: Exclude<Space, { readonly tag: 'context' }>): string {
  return showType(type).replaceAll('->', '⇝');
}

/** Returns the name of the functions that a `curry` or `rec` makes: `λ y`, or `f, g`. */
export function functionName(term: Combinator): string {
  if (term.tag === 'rec') return term.functions.map(({ name }) => name).join(', ');
  if (term.tag !== 'curry' || term.body.source.tag !== 'context') return internalError(`${term.tag} is no function`);
  return `λ ${entriesOf(term.body.source).at(-1)?.name ?? ''}`;
}

/** Returns the label of a combinator in a diagram. */
export function combinatorLabel(term: Combinator): string {
  switch (term.tag) {
    case 'id':
    case 'prod':
    case 'curry':
    case 'eval':
    case 'if':
    case 'case':
    case 'list':
    case 'fold':
    case 'fail':
      return term.tag;
    case 'compose':
      return '∘';
    case 'proj':
      return `proj ${term.index + 1}`;
    case 'const':
      return `const ${constantText(term)}`;
    case 'rec':
      return `rec ${term.functions.map(({ name }) => name).join(', ')}`;
    case 'operation':
      return operationRow(term.operation).notation.unicode;
    case 'inject':
      return term.constructorName;
    case 'intrinsic':
      return term.intrinsic;
    default:
      return assertNever(term);
  }
}

function headedBy(head: string, lines: Block): Block {
  const [first, ...more] = lines;
  if (first === undefined) return [];
  if (more.length === 0) return before([text(head)], lines);
  return [{ indent: 0, pieces: [text(head.trimEnd())] }, ...indented(lines)];
}

/** Terms nested deeper than this are printed as `…`, without nodes: printing recurses, and a worker's stack is small. */
const MOST_NESTED = 400;

/** The head of a combinator names its node. */
function printed(term: Combinator, nodes: Combinator[], depth: number): Block {
  const node = nodes.length;
  nodes.push(term);
  const head = (value: string, kind: Piece['kind'] = 'function'): Piece => ({
    ...piece(kind, value, term.origin),
    node,
  });
  if (depth > MOST_NESTED) return block(head('…', 'text'));
  const inner = (part: Combinator): Block => printed(part, nodes, depth + 1);
  const argument = (part: Combinator): Block => {
    const lines = inner(part);
    return isAtom(part) ? lines : bracketed(lines);
  };
  switch (term.tag) {
    case 'id':
    case 'eval':
    case 'fail':
      return block(head(term.tag));
    case 'proj':
      return block(head('proj'), { ...piece('sub', String(term.index + 1), term.origin), node });
    case 'const':
      return block(
        head('const'),
        text(' '),
        piece(term.constant.tag === 'variable' ? 'name' : 'number', constantText(term)),
      );
    case 'operation': {
      const { form, unicode } = operationRow(term.operation).notation;
      return block(form === 'function' ? head(unicode) : head(`(${unicode})`, 'text'));
    }
    case 'inject':
      return block(head(term.constructorName));
    case 'intrinsic':
      return block(head(term.intrinsic));
    case 'compose':
      return joined(
        chain(term).map((part) => (part.tag === 'compose' ? argument(part) : inner(part))),
        [{ ...text(' ∘ '), node }],
      );
    case 'prod':
      return applied(head('prod'), term.parts.map(argument));
    case 'curry':
      return applied(head('curry'), [argument(term.body)]);
    case 'if':
      return applied(head('if'), [term.condition, term.consequent, term.alternative].map(argument));
    case 'list':
      return applied(head('list'), term.items.map(argument));
    case 'fold':
      return applied(head('fold'), [term.body, term.sequence, term.start].map(argument));
    case 'rec':
      return applied(
        head('rec'),
        term.functions.map(({ name, body }) => {
          const lines = before([piece('name', name), text(' = ')], inner(body));
          return bracketed(lines);
        }),
      );
    case 'case': {
      const arms = term.arms.map(({ constructorName, body }) =>
        before([piece('function', constructorName), text(' → ')], inner(body)),
      );
      const others = term.otherwise === undefined ? [] : [before([text('_ → ')], inner(term.otherwise))];
      const choices = after(before([text('{')], joined([...arms, ...others], [text('; ')])), [text('}')]);
      return applied(head('case'), [argument(term.scrutinee), choices]);
    }
    default:
      return assertNever(term);
  }
}

/** Returns the parts of `b1 ∘ b2 ∘ b3`: a composition on the left of another needs no brackets. */
function chain(term: Combinator): readonly Combinator[] {
  const parts: Combinator[] = [];
  let rest = term;
  for (; rest.tag === 'compose'; rest = rest.first) parts.push(rest.second);
  parts.push(rest);
  return parts.reverse();
}

/** Writes `head a b`, or each argument on a line of its own below the head. */
function applied(head: Piece, parts: readonly Block[]): Block {
  const [first, ...more] = parts;
  if (first === undefined) return block(head);
  const lines = joined([first, ...more], [text(' ')]);
  if (lines.length <= 1) return before([head, text(' ')], lines);
  return [{ indent: 0, pieces: [head] }, ...indented(lines)];
}

function bracketed(lines: Block): Block {
  return after(before([text('(')], lines), [text(')')]);
}

function isAtom({ tag }: Combinator): boolean {
  return (
    tag === 'id' || tag === 'proj' || tag === 'eval' || tag === 'operation' || tag === 'inject' || tag === 'intrinsic'
  );
}

function constantText({ constant }: Extract<Combinator, { readonly tag: 'const' }>): string {
  if (constant.tag === 'variable') return constant.name;
  if (constant.value === undefined) return '()';
  return typeof constant.value === 'string' ? JSON.stringify(constant.value) : String(constant.value);
}
