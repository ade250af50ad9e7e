import { select, type Selection } from 'd3-selection';
import type { DeltaPayload } from '../../../protocol/messages';
import { cornerOf, type DeltaGraph, nodeLabel } from './graph';
import { drawEdge, drawTrunk, PathText, type Placement } from './geometry';
import { currentStep, type DeltaState, type DrawnTrail, drawnSlot, drawnSteps, isUsed, isVisited } from './state';
import { boxNumber } from './numbers';
import { receivedBy, type Sweep } from './sweep';

export interface DeltaDrawing {
  /** Numbers and marks; touches only what differs from the last time. */
  update(state: DeltaState): void;
}

interface NodeParts {
  readonly group: SVGGElement;
  readonly label: SVGTextElement;
  readonly primal: SVGTextElement | undefined;
  readonly received: SVGTextElement;
}

/** Draws the graph into `target` (a group of an SVG), replacing what is there. Colours are the style sheet's. */
export function drawDelta(
  target: SVGGElement,
  data: { readonly graph: DeltaGraph; readonly placement: Placement },
): DeltaDrawing {
  const { graph, placement } = data;
  const root = select(target);
  root.selectAll('*').remove();
  const edges = root.append('g').attr('class', 'delta-edges');
  const trunks: (SVGPathElement | undefined)[] = [];
  const branches: (SVGPathElement | undefined)[] = [];
  for (let index = 0; index < graph.count; index++) {
    trunks.push(
      pathIn(
        edges,
        pathOf((pen) => {
          drawTrunk(pen, graph, placement, index);
        }),
      ),
    );
    for (const slot of [2 * index, 2 * index + 1])
      branches.push(
        pathIn(
          edges,
          pathOf((pen) => {
            drawEdge(pen, graph, placement, slot, true);
          }),
        ),
      );
  }
  const nodes = root.append('g').attr('class', 'delta-nodes');
  const parts = Array.from({ length: graph.count }, (_, index) => drawNode(nodes, graph, placement, index));

  const marks = new Map<Element, string>();
  const mark = (element: Element, classes: string): void => {
    if (marks.get(element) === classes) return;
    marks.set(element, classes);
    element.setAttribute('class', classes);
  };
  let marked = -1;
  let trail: DrawnTrail | undefined;
  let labelled: DeltaPayload | undefined;
  let swept: { readonly sweep: Sweep; readonly steps: Int32Array } | undefined;

  return {
    update(state) {
      const { sweep, done } = state;
      if (swept?.sweep !== sweep) swept = { sweep, steps: drawnSteps(state.payload, graph, sweep) };
      const step = currentStep(state);
      const visiting = step < 0 ? -1 : (graph.drawn[sweep.nodes[step] ?? -1] ?? -1);
      parts.forEach((part, index) => {
        const node = graph.nodes[index] ?? 0;
        const bare = graph.bare[index] === 1;
        if (labelled !== state.payload) {
          setText(part.label, nodeLabel(state.payload, graph, index));
          if (part.primal !== undefined)
            setText(part.primal, shown(bare ? NaN : (state.payload.coefficients[node] ?? NaN)));
        }
        const received = bare ? NaN : (receivedBy(sweep, node, done) ?? NaN);
        const passing = index === visiting && Number.isNaN(received) ? (sweep.amounts[step] ?? NaN) : NaN;
        setText(part.received, shown(Number.isNaN(passing) ? received : passing));
        mark(part.group, nodeClasses(graph, state, index, index === visiting));
      });
      labelled = state.payload;
      branches.forEach((path, slot) => {
        const at = swept?.steps[slot] ?? -1;
        if (path !== undefined) mark(path, state.playing && at >= 0 && at < done ? 'delta-edge run' : 'delta-edge');
      });
      trunks.forEach((path, index) => {
        const run = state.playing && receivedBy(sweep, graph.nodes[index] ?? 0, done) !== undefined;
        if (path !== undefined) mark(path, run ? 'delta-edge run' : 'delta-edge');
      });
      if (trail !== state.trail) {
        trail = state.trail;
        edges.selectAll('.delta-trail-edge').remove();
        for (const along of trail?.slots ?? []) {
          const path = pathOf((pen) => {
            drawEdge(pen, graph, placement, along, false);
          });
          edges.append('path').attr('class', 'delta-trail-edge').attr('d', path);
        }
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
            .attr(
              'd',
              pathOf((pen) => {
                drawEdge(pen, graph, placement, slot, false);
              }),
            );
      }
    },
  };
}

function nodeClasses(graph: DeltaGraph, state: DeltaState, index: number, visiting: boolean): string {
  const node = graph.nodes[index] ?? 0;
  if (graph.joins[index] === 1) return 'delta-join';
  const classes = ['delta-node', graph.kinds[index] ?? 'zero'];
  if (graph.boxes.has(index)) classes.push('box');
  if (graph.wrapper[index] === 1) classes.push('wrapper');
  if (node === state.payload.result) classes.push('result');
  if (!isUsed(graph, state.sweep, index)) classes.push('unused');
  if (state.lit.has(index)) classes.push('lit');
  if (index === state.selected) classes.push('selected');
  if (state.trail?.nodes.has(index) === true) classes.push('trail');
  if (state.trail?.at === index) classes.push('lost');
  if (visiting) classes.push('visiting');
  else if (state.playing && isVisited(graph, state, index)) classes.push('visited');
  return classes.join(' ');
}

function drawNode(
  parent: Selection<SVGGElement, unknown, null, undefined>,
  graph: DeltaGraph,
  placement: Placement,
  index: number,
): NodeParts {
  const kind = graph.kinds[index] ?? 'zero';
  const width = graph.widths[index] ?? 0;
  const height = graph.heights[index] ?? 0;
  const variable = kind === 'input' || kind === 'binding';
  const card = graph.cards[index] === 1;
  const group = parent
    .append('g')
    .attr('data-index', index)
    .attr('transform', `translate(${String(placement.x[index] ?? 0)},${String(placement.y[index] ?? 0)})`);
  group
    .append('rect')
    .attr('x', -width / 2)
    .attr('y', -height / 2)
    .attr('width', width)
    .attr('height', height)
    .attr('rx', cornerOf(graph, index));
  const inset = width / 2 - (kind === 'input' ? 16 : 9);
  const text = (name: string, x: number, y: number, anchor: string): SVGTextElement | null =>
    group.append('text').attr('class', name).attr('x', x).attr('y', y).attr('text-anchor', anchor).node();
  const box = graph.boxes.has(index);
  const label = variable
    ? text(
        card || box ? 'delta-label card' : 'delta-label',
        card || box ? 0 : -inset,
        -5,
        card || box ? 'middle' : 'start',
      )
    : text('delta-label', 0, kind === 'scale' ? -4 : 5, 'middle');
  const primal = variable
    ? text('delta-primal', card ? -inset : inset, card ? 17 : -5, card ? 'start' : 'end')
    : kind === 'scale'
      ? text('delta-coefficient', 0, 14, 'middle')
      : null;
  const received = variable
    ? text('delta-received', inset, 17, 'end')
    : text('delta-amount', 0, height / 2 + 14, 'middle');
  const element = group.node();
  if (element === null || label === null || received === null) throw new Error('d3 appended no element');
  return { group: element, label, primal: primal ?? undefined, received };
}

function shown(value: number): string {
  return Number.isNaN(value) ? '' : boxNumber(value);
}

function setText(element: SVGTextElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
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
