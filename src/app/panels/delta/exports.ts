import type { DeltaPayload } from '../../../protocol/messages';
import { drawDelta } from '../../charts/delta-svg';
import { deltaTikz, fitsTikz } from '../../charts/delta-tikz';
import { nodeText } from '../../charts/delta-graph';
import { copyText, pngOf, saveBlob, saveText, standaloneSvg } from '../../charts/export';
import { kindOf, sweepOf } from '../../charts/sweep';
import type { PanelExport } from '../../ui/PanelFrame';
import type { Placed } from './use-placement';

const MARGIN = 16;

export function deltaExports(
  payload: DeltaPayload,
  placed: Placed | undefined,
  complain: (message: string) => void,
): readonly PanelExport[] {
  const text: PanelExport = {
    label: 'Copy bindings as text',
    run: () => {
      copyText(deltaAsText(payload), 'delta.txt');
    },
  };
  const program: PanelExport = {
    label: 'Copy the translated program',
    run: () => {
      copyText(payload.translation, 'translation.pbk');
    },
  };
  if (placed === undefined) return [text, program];
  return [
    text,
    program,
    {
      label: 'Save the graph as SVG',
      run: () => {
        saveText(pictureOf(placed).svg, 'delta.svg', 'image/svg+xml');
      },
    },
    {
      label: 'Save the graph as PNG',
      run: () => {
        const { svg, width, height } = pictureOf(placed);
        pngOf(svg, width, height).then(
          (blob) => {
            saveBlob(blob, 'delta.png');
          },
          () => {
            complain('This graph is too large for a PNG; the SVG has all of it.');
          },
        );
      },
    },
    {
      label: 'Save the graph as TikZ',
      run: () => {
        const { graph, placement } = placed;
        if (!fitsTikz(graph, placement)) complain('This graph is too large for TeX; the SVG has all of it.');
        else saveText(deltaTikz(placed.payload, graph, placement, sweepOf(placed.payload)), 'delta.tex', 'text/x-tex');
      },
    },
  ];
}

/** All inputs and bindings, one a line. */
export function deltaAsText(payload: DeltaPayload): string {
  const lines: string[] = [];
  for (let node = 0; node < payload.count; node++) {
    const kind = kindOf(payload, node);
    if (kind === 'input' || kind === 'binding') lines.push(nodeText(payload, node));
  }
  return `${lines.join('\n')}\n`;
}

/** Drawn anew, whole and without marks, within the page for a moment so that its style sheet applies. */
function pictureOf({ graph, placement, payload }: Placed): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const host = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  group.setAttribute('class', 'delta-drawing');
  host.setAttribute('class', 'delta-svg delta-export');
  host.append(group);
  document.body.append(host);
  const sweep = sweepOf(payload);
  drawDelta(group, { graph, placement }).update({
    payload,
    sweep,
    done: sweep.count,
    playing: false,
    lit: new Set(),
    selected: -1,
  });
  const frame = {
    x: -MARGIN,
    y: -MARGIN,
    width: Math.ceil(placement.width) + 2 * MARGIN,
    height: Math.ceil(placement.height) + 2 * MARGIN,
  };
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const svg = standaloneSvg(group, frame, paper);
  host.remove();
  return { svg, width: frame.width, height: frame.height };
}
