/**
 * What is not worth a mutant: what readers read (texts, notation), and faults of our own, which no test can provoke.
 * A plugin of Stryker's, loaded by `mutation.mjs`.
 */
const TEXTS = new Set(['message', 'hint', 'sentence', 'documentation', 'notation']);
/** `entries[i] ?? -1`: an index that is never out of range has a value for the type checker's sake. */
function isFallback({ node, parent }) {
  if (parent?.type !== 'LogicalExpression' || parent.operator !== '??' || node !== parent.right) return false;
  return (
    (node.type === 'UnaryExpression' && node.argument.type === 'NumericLiteral') ||
    (node.type === 'ArrayExpression' && node.elements.length === 0)
  );
}

const FAULTS = new Set(['internalError', 'assertNever']);

/** Whether a node does nothing but report a fault of ours. */
function isFault(node) {
  switch (node?.type) {
    case 'BlockStatement':
      return node.body.length === 1 && isFault(node.body[0]);
    case 'SwitchCase':
      return node.consequent.length === 1 && isFault(node.consequent[0]);
    case 'ExpressionStatement':
      return isFault(node.expression);
    case 'ReturnStatement':
      return isFault(node.argument);
    case 'CallExpression':
      return FAULTS.has(node.callee.name);
    default:
      return false;
  }
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts-and-faults',
    value: {
      shouldIgnore(path) {
        const { node } = path;
        if (node.type === 'ObjectProperty' && node.key.type === 'Identifier' && TEXTS.has(node.key.name)) return 'text';
        if (isFallback(path)) return 'a value that is never taken';
        if (isFault(node)) return 'a fault of ours';
        const { parent } = path;
        if (
          parent?.type === 'IfStatement' &&
          node === parent.test &&
          [parent.consequent, parent.alternate].some(isFault)
        )
          return 'what tells a fault of ours from the rest';
        return undefined;
      },
    },
  },
];
