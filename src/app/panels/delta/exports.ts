import type { DeltaPayload } from '../../../protocol/messages';
import { alongFlow, fontsOf, paintDelta } from '../../charts/delta/canvas';
import { fontFacesFor } from '../../charts/delta/fonts';
import { nodeText } from '../../charts/delta/graph';
import { deltaPicture, type Frame } from '../../charts/delta/picture';
import { deltaTikz, fitsTikz } from '../../charts/delta/tikz';
import { copyText, saveBlob, saveText } from '../../charts/export';
import { kindOf, sweepOf } from '../../charts/delta/sweep';
import type { PanelExport } from '../shared/PanelFrame';
import type { AskedProgram } from '../shared/use-program';
import { ask } from '../../workers/run-client';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import type { Scheme } from '../../kit/theme';
import { deltaColours } from './colours';
import type { SeenPart } from './GraphView';
import type { Placed } from './use-placement';
import { counted } from '../../kit/format';

const MARGIN = 16;
/** Pixels either way of a PNG that every program opens. */
const LONGEST = 8192;
/** Pixels a unit below which the labels of a PNG cannot be read. */
const READABLE = 0.6;
const SHARP = 2;

export interface ExportsOf {
  readonly payload: DeltaPayload;
  /** Undefined while the program cannot run. */
  readonly program: AskedProgram | undefined;
  readonly placed: Placed | undefined;
  readonly scheme: Scheme;
  /** While the graph is on the page. */
  readonly seen: (() => SeenPart | undefined) | undefined;
  readonly complain: (message: string) => void;
}

export function deltaExports({ payload, program, placed, scheme, seen, complain }: ExportsOf): readonly PanelExport[] {
  const text: PanelExport = {
    label: 'Copy bindings as text',
    run: () => {
      copyText(deltaAsText(payload), 'delta.txt');
    },
  };
  const translation: readonly PanelExport[] =
    program === undefined
      ? []
      : [{ label: 'Copy the translated program', run: () => void copyTranslation(program, complain) }];
  if (placed === undefined) return [text, ...translation];
  const failed = (): void => {
    complain('The picture could not be made.');
  };
  const whole = wholeOf(placed);
  const inView = (save: (part: SeenPart) => void) => (): void => {
    const part = seen?.();
    if (part === undefined) complain('Open the tab “Graph”: what is in view there is saved.');
    else save(part);
  };
  const asPng = (frame: Frame, k: number, dense: number): void => {
    paintingOf(placed, frame, scheme, k, dense).then((blob) => {
      saveBlob(blob, 'delta.png');
    }, failed);
  };
  const asSvg = (frame: Frame): void => {
    pictureOf(placed, frame, scheme).then((svg) => {
      saveText(svg, 'delta.svg', 'image/svg+xml');
    }, failed);
  };
  return [
    text,
    ...translation,
    {
      label: 'Save the graph as SVG',
      run: () => {
        asSvg(whole);
      },
    },
    {
      label: 'Save the graph as PNG',
      run: () => {
        const scale = Math.min(SHARP, LONGEST / whole.width, LONGEST / whole.height);
        if (scale >= READABLE) asPng(whole, scale, 1);
        else
          complain(
            `A PNG of ${counted(placed.graph.count, 'node')} could not be read. “Save what is in view as PNG” takes the part that you see; the SVG has all of it.`,
          );
      },
    },
    {
      label: 'Save what is in view as PNG',
      run: inView((part) => {
        asPng(part, part.k, SHARP);
      }),
    },
    { label: 'Save what is in view as SVG', run: inView(asSvg) },
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

async function copyTranslation(program: AskedProgram, complain: (message: string) => void): Promise<void> {
  const reply = await ask('translation', { ...program, budget: PAGE_BUDGET });
  if (reply !== undefined && reply !== 'stopped' && reply.state === 'ok') copyText(reply.text, 'translation.pbk');
  else complain('The translated program could not be printed.');
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

function wholeOf({ placement }: Placed): Frame {
  return {
    x: -MARGIN,
    y: -MARGIN,
    width: Math.ceil(placement.width) + 2 * MARGIN,
    height: Math.ceil(placement.height) + 2 * MARGIN,
  };
}

/** Without marks, in the page's colours and fonts. */
async function pictureOf({ graph, placement, payload }: Placed, frame: Frame, scheme: Scheme): Promise<string> {
  const drawn = { payload, graph, placement, sweep: sweepOf(payload) };
  const style = { ...deltaColours(scheme), fontFaces: '' };
  const plain = deltaPicture(drawn, frame, style);
  const fontFaces = await fontFacesFor([style.codeFont, style.proseFont, style.uiFont], textsOf(plain));
  return deltaPicture(drawn, frame, { ...style, fontFaces });
}

/** The same as it is seen at `k` pixels a unit, each of them `dense` pixels of the picture. */
async function paintingOf(
  { graph, placement, payload }: Placed,
  frame: Frame,
  scheme: Scheme,
  k: number,
  dense: number,
): Promise<Blob> {
  const colours = deltaColours(scheme);
  await Promise.all(Object.values(fontsOf(colours)).map((font) => document.fonts.load(font)));
  const canvas = document.createElement('canvas');
  const [width, height] = [frame.width * k, frame.height * k];
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round(height * dense);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.scale(dense, dense);
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, width, height);
  const sweep = sweepOf(payload);
  paintDelta(
    context,
    { graph, placement, flow: alongFlow(graph, placement) },
    { k, x: -frame.x * k, y: -frame.y * k, width, height },
    { payload, sweep, done: sweep.count, playing: false, lit: new Set(), selected: -1 },
    colours,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture is too large for a PNG'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** The letters between the tags. */
function textsOf(svg: string): string {
  return [...new Set(svg.replace(/<style>.*?<\/style>|<[^>]*>/gs, ''))].join('');
}
