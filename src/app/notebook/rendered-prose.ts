import { MOST_PLAIN_LETTERS, type ProsePiece } from '../../protocol/prose';
import { sanitised } from '../kit/sanitised';
import { knownProse, renderProse } from '../workers/prose-client';
import { hasLongWords } from './plain-prose';

/**
 * Renders untrusted Markdown into `target`, a piece at a time, and calls `begun` when the first piece is there: at once if
 * the text has been rendered lately.
 */
export async function showProse(
  markdown: string,
  target: HTMLElement,
  signal: AbortSignal,
  begun: () => void,
): Promise<void> {
  const request = { markdown, formulas: 'htmlAndMathml' } as const;
  const isLeft = (): boolean => signal.aborted;
  const pieces = knownProse(request) ?? (await renderProse(request, signal));
  if (isLeft()) return;
  if (pieces?.some(({ html }) => html.includes('katex')) === true && !hasStyle) {
    await style();
    if (isLeft()) return;
  }
  target.replaceChildren();
  target.classList.toggle('long-words', hasLongWords(markdown));
  begun();
  if (pieces === undefined) target.append(unrendered(markdown));
  for (const [index, piece] of (pieces ?? []).entries()) {
    // A page that lays out the piece before stays responsive.
    if (index > 0) await new Promise((resolve) => setTimeout(resolve));
    if (isLeft()) return;
    insert(target, piece);
  }
}

/** Returns rendered Markdown for an exported page, with formulas in MathML, which needs no fonts. */
export async function writtenProse(markdown: string): Promise<HTMLElement> {
  const made = document.createElement('div');
  const pieces = await renderProse({ markdown, formulas: 'mathml' });
  if (pieces === undefined) made.append(unrendered(markdown));
  for (const piece of pieces ?? []) insert(made, piece);
  return made;
}

let hasStyle = false;

async function style(): Promise<void> {
  await import('katex/dist/katex.min.css');
  hasStyle = true;
}

/** Gives what scrolls sideways a tab stop, so that the keyboard can scroll it. */
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
});

/** Appends a piece; its first elements go on from the last ones of the piece before. */
function insert(target: HTMLElement, { html, joins }: ProsePiece): void {
  const made = sanitised(html);
  for (const wide of made.querySelectorAll('table, pre, .tex-block')) scrolling.observe(wide);
  const pairs: (readonly [Element, Element])[] = [];
  let [into, from]: [ParentNode, ParentNode] = [target, made];
  while (pairs.length < joins) {
    const [last, first] = [into.lastElementChild, from.firstElementChild];
    if (last === null || first === null) break;
    pairs.push([last, first]);
    [into, from] = [last, first];
  }
  for (const [last, first] of pairs.reverse()) {
    last.append(...first.childNodes);
    first.remove();
  }
  target.append(made);
}

function unrendered(markdown: string): HTMLElement {
  const made = document.createElement('p');
  const text = document.createElement('span');
  text.className = 'prose-plain';
  text.textContent = markdown.slice(0, MOST_PLAIN_LETTERS);
  const notice = document.createElement('span');
  notice.className = 'prose-notice';
  const cut = markdown.length > MOST_PLAIN_LETTERS ? 'Its start is shown' : 'It is shown';
  notice.textContent = `This text took too long to render. ${cut} as it is written.`;
  made.append(text, notice);
  return made;
}
