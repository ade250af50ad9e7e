import { zoomIdentity, type ZoomTransform } from 'd3-zoom';
import { type AlongFlow, paintDelta } from '../../charts/delta/canvas';
import type { DrawingState } from '../../charts/delta/state';
import type { Scheme } from '../../kit/theme';
import { deltaPalette } from './colours';
import type { Placed } from './use-placement';

export type Paintable = Pick<Placed, 'graph' | 'placement'> & {
  readonly flow: AlongFlow;
  readonly state: DrawingState;
  readonly scheme: Scheme;
};

/** Above this many milliseconds per frame, a gesture moves the last picture instead of repainting. */
const FRAME = 5;
const REST = 140;

/**
 * Paints the graph on a canvas, at most once per frame. During a gesture, if painting is too slow for a frame, the
 * last picture is moved and scaled; the graph is repainted when the gesture pauses.
 */
export class CanvasPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #picture = document.createElement('canvas');
  #painted: ZoomTransform = zoomIdentity;
  #cost = 0;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #data: Paintable | undefined;
  #transform: ZoomTransform;

  constructor(canvas: HTMLCanvasElement, transform: ZoomTransform) {
    this.#canvas = canvas;
    this.#transform = transform;
    const fonts = Object.values(deltaPalette('light').fonts);
    void Promise.all(fonts.map((font) => document.fonts.load(font))).then(() => {
      if (this.#data !== undefined) this.show(this.#data);
    });
  }

  /** Shows another graph, or the same with other numbers. */
  show(data: Paintable): void {
    this.#data = data;
    this.#schedule(() => {
      this.#paint();
    });
  }

  /** Changes the view: by a gesture, many times per second, or in one jump. */
  move(transform: ZoomTransform, gesture: boolean): void {
    this.#transform = transform;
    if (!gesture || this.#cost <= FRAME || this.#isFarOff()) {
      clearTimeout(this.#rest);
      this.#schedule(() => {
        this.#paint();
      });
      return;
    }
    this.#schedule(() => {
      this.#shift();
    });
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#schedule(() => {
        this.#paint();
      });
    }, REST);
  }

  /** Whether the last picture would leave most of the view blank. */
  #isFarOff(): boolean {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const { k, x, y } = this.#transform;
    const scale = k / this.#painted.k;
    const left = x - scale * this.#painted.x;
    const top = y - scale * this.#painted.y;
    const shared =
      Math.max(0, Math.min(width, left + scale * width) - Math.max(0, left)) *
      Math.max(0, Math.min(height, top + scale * height) - Math.max(0, top));
    return shared < 0.4 * width * height;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
  }

  #schedule(work: () => void): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      performance.mark('delta-frame');
      work();
      performance.measure('delta-paint', 'delta-frame');
    });
  }

  #paint(): void {
    const start = performance.now();
    const canvas = this.#canvas;
    const context = canvas.getContext('2d');
    const data = this.#data;
    if (context === null || data === undefined) return;
    const { clientWidth: width, clientHeight: height } = canvas;
    const dense = window.devicePixelRatio;
    for (const target of [canvas, this.#picture]) {
      if (target.width === Math.round(width * dense) && target.height === Math.round(height * dense)) continue;
      target.width = Math.round(width * dense);
      target.height = Math.round(height * dense);
    }
    const { k, x, y } = this.#transform;
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, width, height);
    paintDelta(context, data, { k, x, y, width, height }, data.state, deltaPalette(data.scheme));
    this.#painted = this.#transform;
    this.#cost = performance.now() - start;
    if (this.#cost > FRAME) {
      const keep = this.#picture.getContext('2d');
      keep?.clearRect(0, 0, this.#picture.width, this.#picture.height);
      keep?.drawImage(canvas, 0, 0);
    }
  }

  #shift(): void {
    const context = this.#canvas.getContext('2d');
    if (context === null) return;
    const dense = window.devicePixelRatio;
    const scale = this.#transform.k / this.#painted.k;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.setTransform(
      scale,
      0,
      0,
      scale,
      dense * (this.#transform.x - scale * this.#painted.x),
      dense * (this.#transform.y - scale * this.#painted.y),
    );
    context.drawImage(this.#picture, 0, 0);
  }
}
