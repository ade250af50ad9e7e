import { describe, expect, test } from 'vitest';
import type { TreeNode } from '../../../../protocol/views';
import { type Branch, branchesOf, type BranchState, openAtFirst, outlineOf, PAGE } from './branches';

function node(level: number, text: string, children = 0, sent = children): TreeNode {
  return { level, label: { text, full: text }, children, sent };
}

const NODES = [node(0, 'a', 2), node(1, 'b', 1), node(2, 'c'), node(1, 'd', 400, 1), node(2, 'e', 1, 0)];

function rootOf(nodes: readonly TreeNode[]): Branch {
  const [root] = branchesOf(nodes);
  if (root === undefined) throw new Error('no root');
  return root;
}

function state(open: readonly string[], more: Readonly<Record<string, readonly Branch[]>> = {}): BranchState {
  return { isOpen: (path) => open.includes(path), more: (path) => more[path] ?? [], wanted: () => undefined };
}

function shown(root: Branch, of: BranchState): readonly string[] {
  return outlineOf(root, of).rows.map(
    ({ path, level, label, left }) => `${'  '.repeat(level - 1)}${label?.text ?? `${left} more`} ${path}`,
  );
}

describe('the rows of a tree', () => {
  test('are those of its open nodes, with a row for children that are left out', () => {
    const root = rootOf(NODES);
    expect(shown(root, state([]))).toEqual(['a 0']);
    expect(shown(root, state(['0']))).toEqual(['a 0', '  b 0.0', '  d 0.1']);
    expect(shown(root, state(['0', '0.1']))).toEqual([
      'a 0',
      '  b 0.0',
      '  d 0.1',
      '    e 0.1.0',
      '    399 more 0.1.more',
    ]);
  });

  test('ask for the children of open nodes that did not come with them', () => {
    const root = rootOf(NODES);
    expect(outlineOf(root, state(['0'])).missing).toBeUndefined();
    expect(outlineOf(root, state(['0', '0.1'])).missing).toEqual({ path: '0.1', from: 1 });
    const more = { '0.1': Array.from({ length: PAGE - 1 }, () => rootOf([node(0, 'x')])) };
    const outline = outlineOf(root, state(['0', '0.1'], more));
    expect([outline.missing, outline.rows.length]).toEqual([undefined, 3 + PAGE + 1]);
    const wanted = { ...state(['0', '0.1'], more), wanted: () => 400 };
    expect(outlineOf(root, wanted).missing).toEqual({ path: '0.1', from: PAGE });
  });
});

test('a tree is open at first as far as it has few rows', () => {
  const wide = (level: number): readonly TreeNode[] =>
    level === 3 ? [node(3, 'x')] : [node(level, 'x', 3), ...[1, 2, 3].flatMap(() => wide(level + 1))];
  expect([...openAtFirst(rootOf(wide(0)))]).toEqual(['0', '0.0', '0.1', '0.2']);
  const broad = [node(0, 'a', 100), ...Array.from({ length: 100 }, () => node(1, 'b'))];
  expect([...openAtFirst(rootOf(broad))]).toEqual(['0']);
});
