/**
 * Measures the layout time of the Delta graph by the number of drawn nodes. Run: npm run bench graph. For panning, and
 * memory in a page: npm run bench page.
 */
import { layoutRequest } from '../src/app/charts/delta/geometry';
import { drawnGraph } from '../src/app/charts/delta/graph';
import { layout } from '../src/services/layout-service';
import { deltaOf } from '../src/testing/delta/delta-of';
import { GRAPH_SIZES, graphProgram } from './page/graphs';

const ROUNDS = 9;

for (const nodes of GRAPH_SIZES) {
  const payload = deltaOf(graphProgram(nodes));
  const graph = drawnGraph(payload, 'paper');
  const request = layoutRequest(graph, 'right', 0);
  layout(request);
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    layout(request);
    return performance.now() - start;
  }).toSorted((a, b) => a - b);
  const median = times[ROUNDS >> 1] ?? NaN;
  const worst = times.at(-1) ?? NaN;
  console.log(
    `layout of ${graph.count.toLocaleString('en-GB')} nodes: median ${median.toFixed(1)} ms, longest ${worst.toFixed(1)} ms`,
  );
}
