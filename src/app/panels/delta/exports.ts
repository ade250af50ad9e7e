import type { DeltaPayload } from '../../../protocol/messages';
import { alongFlow, paintDelta } from '../../charts/delta/canvas';
import { fontFacesFor } from '../../charts/delta/fonts';
import { nodeText } from '../../charts/delta/text';
import { deltaPicture, type PictureFrame } from '../../charts/delta/picture';
import { type DrawingState, restingState } from '../../charts/delta/state';
import { deltaTikz, fitsTikz } from '../../charts/delta/tikz';
import { copyOrSave, saveBlob, saveText } from '../../charts/export';
import { kindOf, sweepOf } from '../../charts/delta/sweep';
import type { PanelExport } from '../shared/PanelFrame';
import type { AskedProgram } from '../shared/use-program';
import { ask } from '../../workers/run-client';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import type { Scheme } from '../../kit/theme';
import { deltaPalette } from './colours';
import type { SeenPart } from './GraphView';
import type { Placed } from './use-placement';
import { counted } from '../../kit/format';

const MARGIN = 16;
/** The longest side of a PNG that every program opens, in pixels. */
const LONGEST = 8192;
/** Pixels per unit below which the labels of a PNG are unreadable. */
const READABLE = 0.6;
const SHARP = 2;

export interface ExportsOf {
  readonly payload: DeltaPayload;
  /** Undefined while the program cannot run. */
  readonly program: AskedProgram | undefined;
  readonly placed: Placed | undefined;
  readonly scheme: Scheme;
  /** Given while the Graph tab is open. */
  readonly seen: (() => SeenPart | undefined) | undefined;
  readonly complain: (message: string) => void;
}

export function deltaExports({ payload, program, placed, scheme, seen, complain }: ExportsOf): readonly PanelExport[] {
  const text: PanelExport = {
    label: 'Copy bindings as text',
    run: () => {
      copyOrSave(deltaAsText({ ...payload, names: undefined }), 'delta.txt');
    },
  };
  const translation: readonly PanelExport[] =
    program === undefined
      ? []
      : [{ label: 'Copy translated program', run: () => void copyTranslation(program, complain) }];
  if (placed === undefined) return [text, ...translation];
  const failed = (): void => {
    complain('The picture could not be created.');
  };
  const whole = wholeOf(placed);
  const inView = (save: (part: SeenPart) => void) => (): void => {
    const part = seen?.();
    if (part === undefined) complain('Open the Graph tab to save the visible part.');
    else save(part);
  };
  const asPng = (frame: PictureFrame, k: number, dense: number): void => {
    paintingOf(placed, frame, scheme, k, dense).then((blob) => {
      saveBlob(blob, 'delta.png');
    }, failed);
  };
  const asSvg = (frame: PictureFrame): void => {
    pictureOf(placed, frame, scheme).then((svg) => {
      saveText(svg, 'delta.svg', 'image/svg+xml');
    }, failed);
  };
  return [
    text,
    ...translation,
    {
      label: 'Save graph as SVG',
      run: () => {
        asSvg(whole);
      },
    },
    {
      label: 'Save graph as PNG',
      run: () => {
        const scale = Math.min(SHARP, LONGEST / whole.width, LONGEST / whole.height);
        if (scale >= READABLE) asPng(whole, scale, 1);
        else
          complain(
            `A PNG of ${counted(placed.graph.count, 'node')} would be unreadable. Save the visible part as PNG, or the whole graph as SVG.`,
          );
      },
    },
    {
      label: 'Save view as PNG',
      run: inView((part) => {
        asPng(part, part.k, SHARP);
      }),
    },
    { label: 'Save view as SVG', run: inView(asSvg) },
    {
      label: 'Save graph as TikZ',
      run: () => {
        const { graph, placement } = placed;
        if (!fitsTikz(graph, placement)) complain('This graph is too large for TeX. Save it as SVG instead.');
        else saveText(deltaTikz(placed, stateOf(placed)), 'delta.tex', 'text/x-tex');
      },
    },
  ];
}

async function copyTranslation(program: AskedProgram, complain: (message: string) => void): Promise<void> {
  const reply = await ask('translation', { ...program, budget: PAGE_BUDGET });
  if (reply !== undefined && reply !== 'stopped' && reply.state === 'ok') copyOrSave(reply.text, 'translation.pbk');
  else complain('The translated program could not be printed.');
}

/** Returns all inputs and bindings, one per line. */
export function deltaAsText(payload: DeltaPayload): string {
  const lines: string[] = [];
  for (let node = 0; node < payload.count; node++) {
    const kind = kindOf(payload, node);
    if (kind === 'input' || kind === 'binding') lines.push(nodeText(payload, node));
  }
  return `${lines.join('\n')}\n`;
}

function wholeOf({ placement }: Placed): PictureFrame {
  return {
    x: -MARGIN,
    y: -MARGIN,
    width: Math.ceil(placement.width) + 2 * MARGIN,
    height: Math.ceil(placement.height) + 2 * MARGIN,
  };
}

function stateOf({ payload }: Placed): DrawingState {
  return restingState(payload, sweepOf(payload));
}

/** Returns the picture as SVG, without marks, in the page's colours and fonts. */
async function pictureOf(placed: Placed, frame: PictureFrame, scheme: Scheme): Promise<string> {
  const state = stateOf(placed);
  const style = { ...deltaPalette(scheme), fontFaces: '' };
  const plain = deltaPicture(placed, state, frame, style);
  const fontFaces = await fontFacesFor(style.families, textsOf(plain));
  return deltaPicture(placed, state, frame, { ...style, fontFaces });
}

/** Returns the same picture as a PNG, at `k` page pixels per unit and `dense` picture pixels per page pixel. */
async function paintingOf(
  placed: Placed,
  frame: PictureFrame,
  scheme: Scheme,
  k: number,
  dense: number,
): Promise<Blob> {
  const { graph, placement } = placed;
  const palette = deltaPalette(scheme);
  await Promise.all(Object.values(palette.fonts).map((font) => document.fonts.load(font)));
  const canvas = document.createElement('canvas');
  const [width, height] = [frame.width * k, frame.height * k];
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round(height * dense);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.scale(dense, dense);
  context.fillStyle = palette.colours['paper-raised'];
  context.fillRect(0, 0, width, height);
  paintDelta(
    context,
    { graph, placement, flow: alongFlow(graph, placement) },
    { k, x: -frame.x * k, y: -frame.y * k, width, height },
    stateOf(placed),
    palette,
  );
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture is too large for a PNG'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** Returns the characters between the tags. */
function textsOf(svg: string): string {
  return [...new Set(svg.replace(/<style>.*?<\/style>|<[^>]*>/gs, ''))].join('');
}
