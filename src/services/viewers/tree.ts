import { BUILT_IN_VARIANTS } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { sameType, typeParts } from '../../language/types/structure';
import type { Type } from '../../language/types/type';
import type { TreeNode, TreeView, Written } from '../../protocol/views';
import { partsOf, payloadType } from '../../semantics/leaves';
import { cutText } from '../../semantics/present';
import { eachItem } from '../../semantics/reals';
import { type Value, Variant } from '../../semantics/value';
import { MOST_IN_CELL, written } from './written';

/** The most nodes that are sent at once. */
const MOST_NODES = 300;

interface Place {
  readonly value: Value;
  readonly type: Type;
}

/** Returns a value of a recursive variant type as a tree of about `most` nodes; undefined if it is none, or has no branch. */
export function treeView(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  most: number,
): TreeView | undefined {
  if (type.tag !== 'named') return undefined;
  const family = familyOf(type, variants);
  const root = { value, type };
  if (family.length === 0 || childrenOf(root, family, variants, 1).length === 0) return undefined;
  return { kind: 'tree', nodes: nodesOf([root], family, variants, Math.min(most, MOST_NODES)) };
}

/** Returns the children of a node from `from` on, with what is below them. */
export function branchOf(
  { value, type }: Place,
  variants: readonly VariantDeclaration[],
  path: readonly number[],
  from: number,
): readonly TreeNode[] {
  const family = familyOf(type, variants);
  let node: Place | undefined = { value, type };
  for (const step of path) node = node && childrenOf(node, family, variants, step + 1)[step];
  if (node === undefined) return [];
  return nodesOf(childrenOf(node, family, variants, from + MOST_NODES).slice(from), family, variants, MOST_NODES);
}

/** Returns the variant types whose values can contain values of `type`, and be contained in them: the nodes of its trees. */
function familyOf(type: Type, variants: readonly VariantDeclaration[]): readonly Type[] {
  const below = reachable(type, variants);
  return below.filter((each) => reachable(each, variants).some((other) => sameType(other, type)));
}

/** Returns the variant types that values of a variant type can contain. */
function reachable(type: Type, variants: readonly VariantDeclaration[]): readonly Type[] {
  const found: Type[] = [];
  const pending = [...payloadsOf(type, variants)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const part = next;
    pending.push(...typeParts(part));
    if (part.tag !== 'named' || found.some((each) => sameType(each, part))) continue;
    found.push(part);
    pending.push(...payloadsOf(part, variants));
  }
  return found;
}

function payloadsOf(type: Type, variants: readonly VariantDeclaration[]): readonly Type[] {
  const declaration = [...BUILT_IN_VARIANTS, ...variants].find((variant) => sameType(variant.type, type));
  return declaration?.constructors.flatMap(({ payload }) => payload ?? []) ?? [];
}

interface Node extends Place {
  readonly level: number;
  readonly children: readonly Place[];
  sent: Node[];
}

/** Returns trees as nodes in preorder: the first `most`, from the top down. */
function nodesOf(
  roots: readonly Place[],
  family: readonly Type[],
  variants: readonly VariantDeclaration[],
  most: number,
): readonly TreeNode[] {
  const node = (place: Place, level: number): Node => ({
    ...place,
    level,
    children: childrenOf(place, family, variants, Infinity),
    sent: [],
  });
  const top = roots.slice(0, most).map((root) => node(root, 0));
  let count = top.length;
  const queue = [...top];
  for (const next of queue) {
    next.sent = next.children.slice(0, most - count).map((child) => node(child, next.level + 1));
    count += next.sent.length;
    queue.push(...next.sent);
    if (count >= most) break;
  }
  const nodes: TreeNode[] = [];
  const pending = top.reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { level, children, sent } = next;
    const label = labelOf(next, family, variants);
    nodes.push({ level, label, children: children.length, sent: sent.length });
    pending.push(...sent.reverse());
  }
  return nodes;
}

/** Returns the first parts of a node's payload that are nodes of the tree, left to right. */
function childrenOf(
  node: Place,
  family: readonly Type[],
  variants: readonly VariantDeclaration[],
  most: number,
): readonly Place[] {
  const found: Place[] = [];
  for (const part of partsIn(node, family, variants)) {
    if (part.isNode) found.push(part);
    if (found.length >= most) break;
  }
  return found;
}

/** Returns the constructor of a node with what of its payload is no node; of a leaf, the whole value. */
function labelOf(node: Place, family: readonly Type[], variants: readonly VariantDeclaration[]): Written {
  const { value, type } = node;
  if (!(value instanceof Variant)) return written(value, type, variants);
  const texts: Written[] = [];
  let isLeaf = true;
  for (const part of partsIn(node, family, variants)) {
    if (part.isNode) isLeaf = false;
    else if (texts.length < MOST_IN_LABEL) texts.push(named(part, written(part.value, part.type, variants)));
    if (!isLeaf && texts.length === MOST_IN_LABEL) break;
  }
  if (isLeaf) return written(value, type, variants);
  const joined = (digits: 'text' | 'full'): string =>
    cutText([value.name, texts.map((text) => text[digits]).join(', ')].join(' ').trimEnd(), MOST_IN_CELL);
  return { text: joined('text'), full: joined('full') };
}

const MOST_IN_LABEL = 6;

function named({ name }: Part, { text, full }: Written): Written {
  return name === undefined ? { text, full } : { text: `${name} = ${text}`, full: `${name} = ${full}` };
}

interface Part extends Place {
  readonly isNode: boolean;
  /** The field that it is in. */
  readonly name: string | undefined;
}

/** Returns the parts of a node's payload, left to right: nodes of the tree, and the largest parts without such nodes. */
function* partsIn(
  { value, type }: Place,
  family: readonly Type[],
  variants: readonly VariantDeclaration[],
): Generator<Part, void> {
  if (!(value instanceof Variant)) return;
  const payload = payloadType(type, value.name, variants);
  if (payload !== undefined) yield* partsOfPayload(value.payload, payload, undefined, family);
}

function* partsOfPayload(
  value: Value,
  type: Type,
  name: string | undefined,
  family: readonly Type[],
): Generator<Part, void> {
  const isNode = isIn(type, family);
  if (isNode || (type.tag !== 'product' && !contains(type, family))) yield { value, type, isNode, name };
  else if (type.tag === 'product') {
    for (const [at, item] of type.items.entries()) yield* partsOfPayload(partsOf(value)[at], item, undefined, family);
  } else if (type.tag === 'record') {
    for (const [at, field] of type.fields.entries())
      yield* partsOfPayload(partsOf(value)[at], field.type, field.name, family);
  } else if (type.tag === 'sequence')
    for (const item of eachItem(value)) yield* partsOfPayload(item, type.item, undefined, family);
  else yield { value, type, isNode, name };
}

function isIn(type: Type, family: readonly Type[]): boolean {
  return type.tag === 'named' && family.some((each) => sameType(each, type));
}

function contains(type: Type, family: readonly Type[]): boolean {
  return isIn(type, family) || typeParts(type).some((part) => contains(part, family));
}
