import { assertNever } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { entriesOf, type Combinator, type Space } from './combinator';
import { functionName, spaceText, typeText } from './print';

/** The version of the paper: Figures 3 and 6, or Figure 5. */
export type Version = 'curry' | 'curry-dependent';

const MEANINGS: Readonly<Record<Version, string>> = {
  curry:
    "a function's tangent is the list of its calls, (argument, tangent of the result): curry runs its body again for each",
  'curry-dependent':
    "a function's tangent is that of the context it captured: eval brings it back, and curry runs nothing again",
};

/**
 * Returns, a line each, the tangent types of the functions that a term makes, which is all in which the two versions
 * differ. Step 1 (Figure 1) gives both the same term.
 */
export function tangentTypes(version: Version, nodes: readonly Combinator[]): readonly string[] {
  const lines = nodes.flatMap((node) => {
    if (node.tag === 'curry') return [lineOf(version, functionName(node), node, node.body)];
    if (node.tag === 'rec') return node.functions.map(({ name, body }) => lineOf(version, name, node, body));
    return [];
  });
  return lines.length === 0 ? [] : [...lines, MEANINGS[version]];
}

function lineOf(version: Version, name: string, made: Combinator, body: Combinator): string {
  const parameter = body.source.tag === 'context' ? entriesOf(body.source).at(-1)?.type : undefined;
  const tangent =
    version === 'curry'
      ? `[(${parameter === undefined ? '' : typeText(parameter)}, ${ofType(version, body.target)})]`
      : ofContext(version, made.source);
  return `T[${name}] = ${tangent}`;
}

/** The tangent of a context: a component for each entry. That of a function depends on the function (Definition 5.2). */
function ofContext(version: Version, space: Space): string {
  if (space.tag !== 'context') return spaceText(space);
  const entries = entriesOf(space).map(({ name, type }) => {
    return `${name} : ${type.tag === 'function' ? `T[${name}]` : ofType(version, type)}`;
  });
  return entries.length === 0 ? 'unit' : `(${entries.join(', ')})`;
}

/** Figure 6; T[A + B] and what follows is ours. */
function ofType(version: Version, type: Type): string {
  const inner = (part: Type): string => ofType(version, part);
  switch (type.tag) {
    case 'real':
      return 'real';
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
      return 'unit';
    case 'product':
      return `(${type.items.map(inner).join(' * ')})`;
    case 'record':
      return `{${type.fields.map(({ name, type: field }) => `${name} : ${inner(field)}`).join(', ')}}`;
    case 'sum':
      return `(${inner(type.left)} * ${inner(type.right)})`;
    case 'sequence':
      return `${type.container === 'array' ? 'array' : 'list'} ${inner(type.item)}`;
    case 'function':
      return version === 'curry' ? `[(${typeText(type.parameter)}, ${inner(type.result)})]` : 'T[·]';
    case 'named':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return `T[${showType(type)}]`;
    default:
      return assertNever(type);
  }
}
