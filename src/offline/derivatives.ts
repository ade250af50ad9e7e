import { counted, integer, showNumber } from '../app/kit/format';
import type { EngineColumn, Focus, GradientPayload } from '../protocol/messages';
import { element } from './elements';
import { oneLine } from './code';

const MOST_CHIPS = 8;
const MOST_COLUMNS = 6;

/** The derivative by each real of the point, and under a fold what every engine says of it. */
export function derivatives(gradient: GradientPayload, ofLastOutput: boolean): readonly HTMLElement[] {
  const { focus, engines } = gradient;
  const first = engines.find((column) => column.status === 'ok');
  if (first === undefined) return [table(gradient)];
  const chips = focus.leaves.map(({ label }, leaf) => chip(label, first.derivatives[leaf]));
  const more = chips.length - MOST_CHIPS;
  return [
    element(
      'div',
      { class: 'derivatives' },
      ...(ofLastOutput ? [] : [element('span', { class: 'soft' }, 'of ', element('code', {}, oneLine(focus.label)))]),
      ...chips.slice(0, MOST_CHIPS).flatMap((one) => [one, ' ']),
      ...(more > 0 ? [element('span', { class: 'soft' }, `and ${integer(more)} more`)] : []),
    ),
    table(gradient),
  ];
}

function chip(label: string, derivative: number | undefined): HTMLElement {
  return element(
    'span',
    { class: 'chip' },
    `∂${label} = `,
    element('strong', {}, derivative === undefined ? '–' : showNumber(derivative)),
  );
}

function table(gradient: GradientPayload): HTMLElement {
  const { focus, engines } = gradient;
  const leaves = focus.leaves.slice(0, MOST_COLUMNS);
  const number = { class: 'number', scope: 'col' };
  return element(
    'details',
    { class: 'engines' },
    element('summary', {}, ...verdict(gradient)),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Derivatives by engine' },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, 'engine'),
            ...leaves.map(({ label }) => element('th', number, `∂${label}`)),
          ),
        ),
        element('tbody', {}, ...engines.map((column) => row(column, focus, leaves.length))),
      ),
    ),
  );
}

function row(column: EngineColumn, focus: Focus, leaves: number): HTMLElement {
  const name = element('th', { scope: 'row' }, column.engine);
  switch (column.status) {
    case 'ok':
      return element(
        'tr',
        {},
        name,
        ...focus.leaves
          .slice(0, leaves)
          .map((_, leaf) => element('td', { class: 'number' }, showNumber(column.derivatives[leaf] ?? NaN, 10))),
      );
    case 'pending':
      return element('tr', {}, name, element('td', { colspan: String(leaves) }, '…'));
    case 'one direction':
    case 'unsupported':
    case 'not comparable':
    case 'failed':
    case 'stopped': {
      const { status, reason } = column;
      const why = reason.startsWith(status) ? reason : `${status}: ${reason}`;
      return element('tr', {}, name, element('td', { class: 'soft', colspan: String(leaves) }, why));
    }
  }
}

function verdict({ agreement, engines }: GradientPayload): readonly (Node | string)[] {
  const count = engines.filter(({ status }) => status === 'ok').length;
  switch (agreement) {
    case 'agree':
      return [element('span', { class: 'agree' }, `✓ ${count} engines agree`)];
    case 'disagree':
      return [element('span', { class: 'disagree' }, '≠ engines disagree')];
    case 'no verdict':
    case undefined:
      return [counted(count, 'engine')];
  }
}
