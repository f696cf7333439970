import test from 'ava';
import type { RelationGraph } from '../../../src/features/graphs/relations/relation.js';
import { layOut } from '../../../src/features/graphs/relations/relation-layout.js';

test('related nodes are nearer to each other than others', (t) => {
  const ids = Array.from({ length: 12 }, (_, index) => `n${index}`);
  const edges = [0, 1, 2].flatMap((group) =>
    [1, 2, 3].map((member) => ({ from: `n${group}`, to: `n${group + 3 * member}` })),
  );
  const graph = { nodes: ids.map((id) => ({ id, depth: 1 })), edges: [...edges, { from: 'n0', to: 'n0' }] };
  const places = layOut(graph as unknown as RelationGraph);
  const distance = (one: string, other: string) => {
    const [a, b] = [places.get(one), places.get(other)] as [{ x: number; y: number }, { x: number; y: number }];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const mean = (pairs: string[][]) =>
    pairs.reduce((sum, [one, other]) => sum + distance(one as string, other as string), 0) / pairs.length;
  const related = edges.map(({ from, to }) => [from, to]);
  const others = edges
    .map(({ to }, index) => [`n${(index + 1) % 3}`, to])
    .filter(([one, other]) => !edges.some(({ from, to }) => from === one && to === other));
  t.true(mean(related) < mean(others) / 2, `${mean(related)} and ${mean(others)}`);
});
