import { select, type Selection } from 'd3-selection';
import { type CombinatorDrawing, type DrawnBox, type DrawnWire, TITLE } from './layout';
import type { FoldKey } from './runs';

export interface CombinatorMarks {
  /** Runs of what is pointed at. */
  readonly lit: ReadonlySet<number>;
  /** Folded boxes in which such runs are hidden. */
  readonly hiding: ReadonlySet<FoldKey>;
  /** The selected run. */
  readonly selected: number;
}

type Group = Selection<SVGGElement, unknown, null, undefined>;

/** Draws a run into `target` (a group of an SVG), replacing what is there, and returns a function that marks it. The style sheet sets the colours. */
export function drawCombinators(target: SVGGElement, drawing: CombinatorDrawing): (marks: CombinatorMarks) => void {
  const root = select(target);
  root.selectAll('*').remove();
  const marked: {
    readonly element: SVGGElement;
    readonly run: number;
    readonly key: FoldKey | undefined;
    readonly classes: string;
  }[] = [];
  const group = (run: number, classes: string, key?: FoldKey): Group => {
    const added = root.append('g').attr('class', classes);
    const element = added.node();
    if (run >= 0) added.attr('data-run', run);
    if (run >= 0 && element !== null) marked.push({ element, run, key, classes });
    return added;
  };
  // Outer boxes come first, so that inner ones are drawn above them.
  for (const box of drawing.boxes) if (box.kind === 'open') drawBox(group(box.run, classOf(box)), box);
  for (const { x, from, to, right } of drawing.ties)
    root.append('path').attr('class', 'comb-tie').attr('d', `M${x} ${from}V${to}H${right}`);
  for (const wire of drawing.wires) drawWire(group(wire.run, 'comb-wire'), wire);
  for (const box of drawing.boxes) if (box.kind !== 'open') drawBox(group(box.run, classOf(box), box.key), box);
  for (const { x, y, text } of drawing.captions)
    root.append('text').attr('class', 'comb-caption').attr('x', x).attr('y', y).text(text);
  return ({ lit, hiding, selected }) => {
    for (const { element, run, key, classes } of marked) {
      const isLit = lit.has(run) || (key !== undefined && hiding.has(key));
      const next = `${classes}${isLit ? ' lit' : ''}${run === selected ? ' selected' : ''}`;
      if (element.getAttribute('class') !== next) element.setAttribute('class', next);
    }
  };
}

function classOf({ kind, key }: DrawnBox): string {
  return `comb-box ${kind}${key?.startsWith('again') === true ? ' again' : ''}`;
}

function drawBox(group: Group, { kind, key, label, x, y, width, height }: DrawnBox): void {
  // Only the title of an open box folds it: dragging the space around its content pans the picture.
  const isOpen = kind === 'open';
  if (key !== undefined && !isOpen) group.attr('data-key', key);
  group
    .append('rect')
    .attr('x', x)
    .attr('y', y)
    .attr('width', width)
    .attr('height', height)
    .attr('rx', kind === 'small' ? height / 2 : kind === 'bar' ? 3 : 4);
  if (label === '') return;
  if (key !== undefined && isOpen)
    group
      .append('rect')
      .attr('class', 'comb-title')
      .attr('data-key', key)
      .attr('x', x)
      .attr('y', y)
      .attr('width', width)
      .attr('height', TITLE);
  group
    .append('text')
    .attr('class', 'comb-label')
    .attr('x', isOpen ? x + 10 : x + width / 2)
    .attr('y', isOpen ? y + 17 : y + height / 2 + 5)
    .attr('text-anchor', isOpen ? 'start' : 'middle')
    .text(label);
}

function drawWire(group: Group, { x, y, width, forwards, backwards, title, ends }: DrawnWire): void {
  if (title !== '') group.append('title').text(title);
  // The texts and the line between them are one pointing target.
  group
    .append('rect')
    .attr('class', 'comb-reach')
    .attr('x', x)
    .attr('y', y - 18)
    .attr('width', width)
    .attr('height', 36);
  group
    .append('path')
    .attr('class', 'comb-line')
    .attr('d', `M${x} ${y}H${x + width}`);
  if (ends)
    group
      .append('circle')
      .attr('class', 'comb-end')
      .attr('cx', x + width)
      .attr('cy', y)
      .attr('r', 3);
  const text = (classes: string, content: string | undefined, at: number): void => {
    if (content !== undefined)
      group
        .append('text')
        .attr('class', classes)
        .attr('x', x + 6)
        .attr('y', at)
        .text(content);
  };
  text('comb-forwards', forwards, y - 6);
  text('comb-backwards', backwards, y + 16);
}
