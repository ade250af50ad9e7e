import type { CombinatorsPayload } from '../../../protocol/combinators';
import type { CombinatorDrawing } from '../../charts/combinators/layout';
import { drawCombinators } from '../../charts/combinators/svg';
import { copyOrSave, pngOf, saveBlob, saveText, standaloneSvg } from '../../charts/export';
import type { PanelExport } from '../shared/PanelFrame';

const MARGIN = 16;

/** Menu items that copy the term and save the diagram; `drawing` is absent if there is no run. */
export function combinatorExports(
  { text, tex }: CombinatorsPayload,
  drawing: (() => CombinatorDrawing) | undefined,
  complain: (message: string) => void,
): readonly PanelExport[] {
  const texts: readonly PanelExport[] = [
    {
      label: 'Copy term as text',
      run: () => {
        copyOrSave(text, 'combinators.txt');
      },
    },
    {
      label: 'Copy term as TeX',
      run: () => {
        copyOrSave(tex, 'combinators.tex');
      },
    },
  ];
  if (drawing === undefined) return texts;
  return [
    ...texts,
    {
      label: 'Save diagram as SVG',
      run: () => {
        saveText(pictureOf(drawing()).svg, 'combinators.svg', 'image/svg+xml');
      },
    },
    {
      label: 'Save diagram as PNG',
      run: () => {
        const { svg, width, height } = pictureOf(drawing());
        pngOf(svg, width, height).then(
          (blob) => {
            saveBlob(blob, 'combinators.png');
          },
          () => {
            complain('This diagram is too large for a PNG. Save it as SVG instead.');
          },
        );
      },
    },
  ];
}

/** The whole diagram without highlights as SVG, drawn inside the page for a moment so that its style sheet applies. */
function pictureOf(drawing: CombinatorDrawing): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const host = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  host.setAttribute('class', 'comb-export');
  host.append(group);
  document.body.append(host);
  drawCombinators(group, drawing);
  const frame = {
    x: -MARGIN,
    y: -MARGIN,
    width: Math.ceil(drawing.width) + 2 * MARGIN,
    height: Math.ceil(drawing.height) + 2 * MARGIN,
  };
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  const svg = standaloneSvg(group, frame, paper);
  host.remove();
  return { svg, width: frame.width, height: frame.height };
}
