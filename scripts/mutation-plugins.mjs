/** Stryker's plugins for `mutation.mjs`: which mutants are made, and how those that survive are reported. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { EQUIVALENT } from './equivalent-mutants.mjs';

/**
 * Properties that are not mutated: texts and notation for readers, and messages of internal errors, which no test can
 * provoke.
 */
const TEXTS = new Set(['message', 'hint', 'sentence', 'documentation', 'notation', 'related']);
/** Whether a node is the fallback in `entries[i] ?? -1`: for an index in range, it only satisfies the type checker. */
function isFallback({ node, parent }) {
  if (parent?.type !== 'LogicalExpression' || parent.operator !== '??' || node !== parent.right) return false;
  return (
    (node.type === 'UnaryExpression' && node.argument.type === 'NumericLiteral') ||
    (node.type === 'ArrayExpression' && node.elements.length === 0)
  );
}

const FAULTS = new Set(['internalError', 'assertNever']);

/** Whether a node only reports an internal error. */
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

/** Whether a node is the condition for reporting an internal error. */
function guardsFault({ node, parent }) {
  if (parent?.type !== 'IfStatement' && parent?.type !== 'ConditionalExpression') return false;
  return node === parent.test && [parent.consequent, parent.alternate].some(isFault);
}

/** Whether a node is the condition in `if (...) yield;`, where a task pauses. */
function guardsPause({ node, parent }) {
  if (parent?.type !== 'IfStatement' || node !== parent.test || parent.alternate) return false;
  const { consequent } = parent;
  return consequent.type === 'ExpressionStatement' && consequent.expression.type === 'YieldExpression';
}

const texts = new Map();
function linesOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8').split('\n'));
  return texts.get(file);
}

/** Returns the text that a mutant replaces, if it is on one line. */
function replaced(file, { start, end }) {
  return start.line === end.line ? linesOf(file)[start.line - 1].slice(start.column - 1, end.column - 1) : undefined;
}

const counts = { killed: 0, survived: 0, equivalent: 0 };
const used = new Set();

/** Counts the mutants that were killed, those that survived, and the known ones that no longer survive. */
export function tally() {
  const known = [...texts.keys()].flatMap((file) => EQUIVALENT[file] ?? []);
  return { ...counts, unused: known.filter((entry) => !used.has(entry)) };
}

function count({ fileName, location, replacement, status }) {
  if (status === 'Ignored') return;
  const file = relative('.', fileName);
  const { line } = location.start;
  const at = linesOf(file)[line - 1].trim();
  if (status !== 'Survived' && status !== 'NoCoverage') {
    counts.killed++;
    return;
  }
  const becomes = replacement.replaceAll(/\s+/g, ' ');
  const was = replaced(file, location);
  const entry = EQUIVALENT[file]?.find(
    (each) => each.at === at && each.becomes.includes(becomes) && (each.of?.includes(was) ?? true),
  );
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
        if (isFallback(path)) return 'a value that is never used';
        if (isFault(node)) return 'an internal error';
        if (guardsFault(path)) return 'the condition of an internal error';
        if (guardsPause(path)) return 'the condition of a pause';
        return undefined;
      },
    },
  },
];
