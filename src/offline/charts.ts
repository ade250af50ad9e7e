import { counted, showNumber } from '../app/kit/format';
import { curvesOf, recordsOf, type Curve, type ScaleKind } from '../app/charts/series/series';
import { dashOf, drawSeries, lookOf } from '../app/charts/series/series-chart';
import type { Series } from '../protocol/messages';
import { element, svgElement } from './elements';

const HEIGHT = 180;
/** Of a chart that is not yet in a page. */
const WIDTH = 640;
const MOST_RECORDS = 100;

/** What a `watch` recorded: a line a real of it, and under a fold the records themselves. */
export function seriesFigure(series: Series, width = WIDTH): HTMLElement {
  const curves = curvesOf(series);
  const records = recordsOf(curves);
  const scale = scaleOf(curves);
  const drawing = svgElement('svg', {
    class: 'series',
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: 'img',
    'aria-label': `${series.name}: ${counted(records, 'record')}`,
  });
  const target = svgElement('g');
  drawing.append(target);
  drawSeries(target, { curves, scale, last: Math.max(1, records - 1), step: undefined }, { width, height: HEIGHT });
  return element(
    'figure',
    {},
    element(
      'figcaption',
      {},
      ...curves.map((curve) => key(curve)),
      element('span', { class: 'soft' }, `${counted(records, 'record')}${scale === 'log' ? ', log scale' : ''}`),
    ),
    drawing,
    table(curves, records),
  );
}

/** A line a curve, in its colour and with its dashes, and where it ends. */
function key({ label, values, index }: Curve): HTMLElement {
  const sample = svgElement('svg', { class: 'series-sample', viewBox: '0 0 24 8', 'aria-hidden': 'true' });
  sample.append(
    svgElement('path', {
      class: `series-line series-${lookOf(index)}`,
      'stroke-dasharray': dashOf(index),
      d: 'M0 4h24',
    }),
  );
  const last = values.at(-1);
  return element(
    'span',
    { class: 'series-key' },
    sample,
    element('code', {}, label),
    ...(last === undefined ? [] : [` ends at ${showNumber(last)}`]),
  );
}

/** Positive values that span several powers of ten say more on a log scale. */
function scaleOf(curves: readonly Curve[]): ScaleKind {
  let least = Infinity;
  let greatest = 0;
  for (const { values } of curves)
    for (const value of values) {
      if (!(value > 0)) return 'linear';
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
  return greatest > least * 100 ? 'log' : 'linear';
}

function table(curves: readonly Curve[], records: number): HTMLElement {
  const shown = Math.min(records, MOST_RECORDS);
  const rows = Array.from({ length: shown }, (_, step) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, String(step)),
      ...curves.map(({ values }) => {
        const value = values[step];
        return element('td', { class: 'number' }, value === undefined ? '' : showNumber(value));
      }),
    ),
  );
  return element(
    'details',
    {},
    element('summary', {}, shown < records ? `The first ${shown} records` : 'The records'),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Records' },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, 'step'),
            ...curves.map(({ label }) => element('th', { class: 'number', scope: 'col' }, label)),
          ),
        ),
        element('tbody', {}, ...rows),
      ),
    ),
  );
}
