/** Stryker's plugins for `mutation.mjs`: which mutants are made, and what is said of those that no test notices. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { EQUIVALENT } from './equivalent-mutants.mjs';

/** What is not worth a mutant: what readers read (texts, notation), and faults of our own, which no test can provoke. */
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

const texts = new Map();
function lineAt(file, line) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8').split('\n'));
  return texts.get(file)[line - 1].trim();
}

const counts = { killed: 0, survived: 0, equivalent: 0 };
const used = new Set();

/** How many mutants were killed, how many not, and the known ones that no longer survive. */
export function tally() {
  const known = [...texts.keys()].flatMap((file) => EQUIVALENT[file] ?? []);
  return { ...counts, unused: known.filter((entry) => !used.has(entry)) };
}

function count({ fileName, location, replacement, status }) {
  if (status === 'Ignored') return;
  const file = relative('.', fileName);
  const { line } = location.start;
  const at = lineAt(file, line);
  if (status !== 'Survived' && status !== 'NoCoverage') {
    counts.killed++;
    return;
  }
  const becomes = replacement.replaceAll(/\s+/g, ' ');
  const entry = EQUIVALENT[file]?.find((each) => each.at === at && each.becomes.includes(becomes));
  counts[entry === undefined ? 'survived' : 'equivalent']++;
  if (entry !== undefined) used.add(entry);
  else
    console.log(`${file}:${line} ${status === 'Survived' ? 'survives' : 'is reached by no test'}: ${becomes}\n  ${at}`);
}

export const strykerPlugins = [
  { kind: 'Reporter', name: 'holes', factory: () => ({ onMutantTested: count }) },
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
