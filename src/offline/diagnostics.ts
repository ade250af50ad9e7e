import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import { clipped, integer } from '../app/kit/format';
import { element } from './elements';

const MOST_SHOWN = 20;

/** Errors and warnings: place, what is wrong, what would likely mend it. */
export function diagnosticList(diagnostics: readonly Diagnostic[], texts: readonly string[]): readonly HTMLElement[] {
  if (diagnostics.length === 0) return [];
  const more = diagnostics.length - MOST_SHOWN;
  const items = diagnostics.slice(0, MOST_SHOWN).map((diagnostic) => item(diagnostic, texts));
  if (more > 0) items.push(element('li', {}, `and ${integer(more)} more.`));
  return [element('ul', { class: 'diagnostics' }, ...items)];
}

function item({ severity, code, message, hint, span, related }: Diagnostic, texts: readonly string[]): HTMLElement {
  return element(
    'li',
    { class: `diagnostic ${severity}`, 'data-code': code },
    element(
      'p',
      { class: 'diagnostic-line' },
      element('strong', {}, severity === 'error' ? 'Error' : 'Warning'),
      ` ${place(span, texts)}`,
    ),
    element('p', {}, ...words(message)),
    ...related.map((other) => element('p', { class: 'soft' }, ...words(other.message), ` ${place(other.span, texts)}`)),
    ...(hint === undefined ? [] : [element('p', { class: 'soft' }, ...words(hint))]),
  );
}

/** Plain words, with code between backquotes. */
function words(text: string): readonly (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, clipped(part)) : clipped(part)));
}

function place({ cell, start }: Span, texts: readonly string[]): string {
  const text = texts[cell];
  if (text === undefined) return '';
  const before = text.slice(0, start);
  const line = before.split('\n').length;
  return `${texts.length > 1 ? `cell ${cell + 1}, ` : ''}line ${line}, column ${start - before.lastIndexOf('\n')}`;
}
