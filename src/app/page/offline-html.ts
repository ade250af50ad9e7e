import { engineUrl, scriptHash, scriptUrl, styleHash, styleUrl } from 'virtual:offline';
import { version } from '../../../package.json';
import type { NotebookCell } from '../../notebook/document';
import { toMathmlCore } from '../kit/mathml';
import { writtenProse } from '../notebook/rendered-prose';
import type { ExportedCells } from '../offline/export-cells';
import type { Still, Stills } from '../notebook/stills';
import { ENGINE_ID, STATE_ID } from '../offline/ids';
import { packed } from '../offline/packed';
import { writeState } from '../offline/saved-state';
import { addressOfPage } from '../shelf/share-link';

interface OfflinePage {
  /** All cells, in reading order. */
  readonly cells: readonly NotebookCell[];
  readonly exported: ExportedCells;
  readonly stills: Stills;
  readonly title: string;
  /** The address of the notebook on the site. */
  readonly link: string | undefined;
}

/**
 * The page's own policy: nothing is loaded, one script runs, known by its hash, and that script may start the engine, whose
 * compressed text is in the page. A worker made from a blob has the policy of its page. Panels have styles and images
 * in their attributes.
 */
const POLICY = [
  "default-src 'none'",
  `script-src '${scriptHash}' 'wasm-unsafe-eval'`,
  'worker-src blob:',
  `style-src '${styleHash}'`,
  "style-src-attr 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types engine',
].join('; ');

/**
 * The page as text. What comes from the notebook is made of nodes, whose serialisation escapes what must be escaped. The
 * prose has been sanitised before.
 */
export async function offlineHtml(page: OfflinePage): Promise<string> {
  const [script, engine, style] = await Promise.all([textAt(scriptUrl), textAt(engineUrl), textAt(styleUrl)]);
  const body = await bodyOf(page);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="Pullback ${version}">`,
    element('title', page.title).outerHTML,
    `<style>${style}</style>`,
    '</head>',
    '<body class="page">',
    ...body.map((part) => part.outerHTML),
    `<script type="application/json" id="${STATE_ID}">${writeState(page.exported.state)}</script>`,
    `<script type="text/plain" id="${ENGINE_ID}">${await packed(engine)}</script>`,
    `<script type="module">${script}</script>`,
    '</body>',
    '</html>\n',
  ].join('\n');
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a part of the page could not be loaded (${response.status})`);
  return response.text();
}

async function bodyOf({ cells, exported, stills, title, link }: OfflinePage): Promise<readonly Element[]> {
  const main = element('main');
  for (const cell of cells) {
    const text = textOf(cell);
    main.append(text === undefined ? (exported.cells.get(cell.id) ?? '') : await prose(text));
    main.append(...savedPanels(stills.get(cell.id) ?? []));
  }
  const first = main.firstElementChild;
  if (first?.matches('.prose') !== true || first.querySelector('h1') === null) {
    const header = element('header', element('h1', title));
    header.className = 'prose';
    main.prepend(header);
  }
  const made = element('p', `Made with Pullback ${version}`);
  if (link !== undefined) made.append(' · ', outward(element('a', 'Open it in Pullback'), link));
  const unscripted = element('noscript', element('p', 'The sliders need scripts, which are off here.'));
  return [main, element('footer', unscripted, made)];
}

/** Copies of the panels of a cell, which stand below it. */
function savedPanels(taken: readonly Still[]): readonly Element[] {
  const stills = taken.filter(isNews);
  if (stills.length === 0) return [];
  const note = element('p', 'Panels as they were saved: they do not follow the sliders.');
  note.className = 'still-missing';
  const figures = stills.map(({ title, figure }) => {
    if (figure === undefined) return element('p', `${title}: not saved, because it was not ready in time.`);
    const still = element('div', figure);
    still.className = 'still';
    return still;
  });
  const made = element('section', note, ...figures);
  made.className = 'saved-panels';
  made.setAttribute('aria-label', 'Saved panels');
  return [made];
}

/**
 * Returns whether a copy shows what the page does not. The page has curves and watched pictures of its own, which follow the
 * sliders: a copy of Descent keeps what else it has, the path and the optimisers.
 */
function isNews({ panel, figure }: Still): boolean {
  if (panel !== 'descent' || figure === undefined) return true;
  for (const live of figure.querySelectorAll('.descent-charts > :is(.series-figure, .picture)')) live.remove();
  return figure.querySelector('figure, section') !== null;
}

/** The Markdown of a text cell, or of a question, which nothing answers here; undefined for other cells. */
function textOf(cell: NotebookCell): string | undefined {
  if (cell.tag === 'prose') return cell.markdown;
  return cell.tag === 'predict' || cell.tag === 'recall' ? cell.text : undefined;
}

async function prose(markdown: string): Promise<HTMLElement> {
  const made = await writtenProse(markdown);
  made.className = 'prose';
  for (const formula of made.querySelectorAll('math')) toMathmlCore(formula);
  // The policy allows no styles but those of the style sheet.
  for (const styled of made.querySelectorAll('[style]')) styled.removeAttribute('style');
  // Links to our other notebooks lead to the site, wherever the file is opened.
  for (const link of made.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    outward(link, addressOfPage(link.getAttribute('href') ?? ''));
  return made;
}

/** The link, to an address that opens in a tab of its own. */
function outward(link: HTMLAnchorElement, address: string): HTMLAnchorElement {
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  return link;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}
