import { expect, test } from 'vitest';
import { componentsOf } from './components';

const componentsIn = (graph: Readonly<Record<string, string>>): readonly string[] =>
  componentsOf(Object.keys(graph), (node) => Array.from(graph[node] ?? '')).map((component) =>
    component.toSorted().join(''),
  );

test('nodes that reach each other are one component, after what it leads to', () => {
  expect(componentsIn({ a: 'b', b: 'cd', c: 'a', d: 'ef', e: 'e', f: '' })).toEqual(['f', 'e', 'd', 'abc']);
});

test('circles that share a node are one component', () => {
  expect(componentsIn({ a: 'bc', b: 'a', c: 'da', d: 'c', e: 'a' })).toEqual(['abcd', 'e']);
});

test('a path of 100,000 nodes is followed without the host’s stack', () => {
  const nodes = Array.from({ length: 1e5 }, (_, i) => i);
  expect(componentsOf([0], (node) => (node + 1 < nodes.length ? [node + 1] : []))).toHaveLength(1e5);
  expect(componentsOf([0], (node) => [(node + 1) % nodes.length])).toHaveLength(1);
});
