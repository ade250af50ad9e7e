import { select, type Selection } from 'd3-selection';
import { drawEdge, drawTrunk, PathText } from './geometry';
import { DASHES, nodeLook, paletteOf } from './look';
import { type DrawnNode, drawnNode, type DrawnStructure } from './node';
import { currentStep, type DrawingState, type DrawnTrail, drawnSlot, drawnSteps } from './state';
import { receivedBy, type EvalSweep } from './sweep';

export interface DeltaDrawing {
  /** Brings in numbers and marks; touches only what differs from the last time. */
  update(state: DrawingState): void;
}

const { colours: COLOURS, fonts: FONTS } = paletteOf(
  (name) => `var(--${name})`,
  (name) => `var(--font-${name})`,
);

/** Draws the graph into `target` (a group of an SVG), replacing what is there. */
export function drawDelta(target: SVGGElement, structure: DrawnStructure): DeltaDrawing {
  const { graph, placement } = structure;
  const root = select(target);
  root.selectAll('*').remove();
  const edges = root.append('g').attr('class', 'delta-edges');
  const trunks: (SVGPathElement | undefined)[] = [];
  const branches: (SVGPathElement | undefined)[] = [];
  const edgePath = (slot: number, branchOnly: boolean): string =>
    pathOf((pen) => {
      drawEdge(pen, graph, placement, slot, branchOnly);
    });
  for (let index = 0; index < graph.count; index++) {
    const trunk = pathOf((pen) => {
      drawTrunk(pen, graph, placement, index);
    });
    trunks.push(pathIn(edges, trunk));
    for (const slot of [2 * index, 2 * index + 1]) branches.push(pathIn(edges, edgePath(slot, true)));
  }
  const nodes = root.append('g').attr('class', 'delta-nodes');
  const updates = Array.from({ length: graph.count }, (_, index) => nodeIn(nodes, index));

  const marks = new Map<Element, string>();
  const mark = (element: Element | undefined, classes: string): void => {
    if (element === undefined || marks.get(element) === classes) return;
    marks.set(element, classes);
    element.setAttribute('class', classes);
  };
  let marked = -1;
  let trail: DrawnTrail | undefined;
  let swept: { readonly sweep: EvalSweep; readonly steps: Int32Array } | undefined;

  return {
    update(state) {
      const { sweep, done } = state;
      if (swept?.sweep !== sweep) swept = { sweep, steps: drawnSteps(state.payload, graph, sweep) };
      const step = currentStep(state);
      updates.forEach((update, index) => {
        update(drawnNode(structure, state, index));
      });
      branches.forEach((path, slot) => {
        const at = swept?.steps[slot] ?? -1;
        mark(path, state.playing && at >= 0 && at < done ? 'delta-edge run' : 'delta-edge');
      });
      trunks.forEach((path, index) => {
        const run = state.playing && receivedBy(sweep, graph.nodes[index] ?? 0, done) !== undefined;
        mark(path, run ? 'delta-edge run' : 'delta-edge');
      });
      if (trail !== state.trail) {
        trail = state.trail;
        edges.selectAll('.delta-trail-edge').remove();
        for (const along of trail?.slots ?? [])
          edges.append('path').attr('class', 'delta-trail-edge').attr('d', edgePath(along, false));
      }
      const slot = step < 0 ? -1 : drawnSlot(state.payload, graph, sweep.slots[step] ?? -1);
      if (step !== marked) {
        marked = step;
        // A new element each time, so that its animation (from the user to the operand) starts again.
        edges.selectAll('.delta-current-edge').remove();
        if (slot >= 0)
          edges
            .append('path')
            .attr('class', 'delta-current-edge')
            .attr('pathLength', 1)
            .attr('d', edgePath(slot, false));
      }
    },
  };
}

/** Appends a node, and returns what brings it up to date. The classes are for the pointer and for tests. */
function nodeIn(parent: Selection<SVGGElement, unknown, null, undefined>, index: number): (node: DrawnNode) => void {
  const group = parent.append('g').attr('data-index', index);
  const rect = group.append('rect');
  let drawn = '';
  return (node) => {
    const key = JSON.stringify(node);
    if (key === drawn) return;
    drawn = key;
    const { box, roles, texts } = node;
    const look = nodeLook(roles);
    group
      .attr('class', roles.includes('join') ? 'delta-join' : ['delta-node', ...roles].join(' '))
      .attr('opacity', look.opacity);
    rect
      .attr('x', box.x - box.width / 2)
      .attr('y', box.y - box.height / 2)
      .attr('width', box.width)
      .attr('height', box.height)
      .attr('rx', box.corner)
      .attr('fill', COLOURS[look.fill])
      .attr('stroke', COLOURS[look.stroke])
      .attr('stroke-width', look.width)
      .attr('stroke-dasharray', look.dashed ? DASHES.join(' ') : null);
    group
      .selectAll('text')
      .data(texts)
      .join('text')
      .attr('class', ({ part }) => `delta-${part}`)
      .attr('x', ({ x }) => x)
      .attr('y', ({ y }) => y)
      .attr('text-anchor', ({ anchor }) => anchor)
      .attr('fill', ({ colour }) => COLOURS[colour])
      .style('font', ({ font }) => FONTS[font])
      .text(({ text }) => text);
  };
}

function pathOf(draw: (pen: PathText) => void): string {
  const pen = new PathText();
  draw(pen);
  return pen.text;
}

function pathIn(parent: Selection<SVGGElement, unknown, null, undefined>, d: string): SVGPathElement | undefined {
  if (d === '') return undefined;
  return parent.append('path').attr('d', d).attr('class', 'delta-edge').node() ?? undefined;
}
