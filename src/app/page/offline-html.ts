import { scriptHash, scriptUrl, engineUrl, style, styleHash } from 'virtual:offline';
import { version } from '../../../package.json';
import { type Notebook, type NotebookCell, programOf } from '../../notebook/document';
import { readTable } from '../../notebook/table';
import { codeBlock } from '../../offline/code';
import { diagnosticList } from '../../offline/diagnostics';
import { element } from '../../offline/elements';
import { stillRows } from '../../offline/inputs';
import {
  type Answers,
  DATA_ID,
  inertJson,
  inputsId,
  NOTICE_ID,
  type OfflineCell,
  type OfflineNotebook,
  resultsId,
  WORKER_ID,
} from '../../offline/notebook';
import { results } from '../../offline/results';
import { writtenMarkdown } from '../kit/markdown';
import { toMathmlCore } from '../kit/mathml';
import { addressOfPage } from '../shelf/share-link';
import { counted } from '../kit/format';

interface OfflinePage {
  readonly notebook: Notebook;
  readonly data: OfflineNotebook;
  readonly answers: ReadonlyMap<number, Answers>;
  readonly title: string;
  readonly link: string | undefined;
}

/**
 * Its own policy: nothing is loaded from anywhere, one script runs, known by its hash, and that one may start the engine,
 * whose text stands in the page. A worker made of a blob has the policy of its page.
 */
const POLICY = [
  "default-src 'none'",
  `script-src '${scriptHash}' 'wasm-unsafe-eval'`,
  'worker-src blob:',
  `style-src '${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types engine',
].join('; ');

/**
 * The page as text. What comes from the notebook is made of nodes, whose serialisation escapes what must be escaped; the
 * prose has been sanitised before.
 */
export async function offlineHtml({ notebook, data, answers, title, link }: OfflinePage): Promise<string> {
  const [script, engine] = await Promise.all([textAt(scriptUrl), textAt(engineUrl)]);
  const body = await bodyOf({ notebook, data, answers, title, link });
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="Pullback ${version}">`,
    element('title', {}, title).outerHTML,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body.map((part) => part.outerHTML),
    `<script type="application/json" id="${DATA_ID}">${inertJson(data)}</script>`,
    `<script type="text/plain" id="${WORKER_ID}">${engine}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>\n',
  ].join('\n');
}

async function textAt(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a part of the page could not be loaded (${response.status})`);
  return response.text();
}

async function bodyOf({ notebook, data, answers, title, link }: OfflinePage): Promise<readonly HTMLElement[]> {
  const program = programOf(notebook);
  const parts: HTMLElement[] = [];
  for (const cell of notebook.cells) {
    const index = program.findIndex(({ id }) => id === cell.id);
    parts.push(await cellPart(cell, data.cells[index], data, answers));
  }
  const [first] = parts;
  if (first?.matches('.prose') !== true || first.querySelector('h1') === null)
    parts.unshift(element('header', { class: 'prose' }, element('h1', {}, title)));
  return [
    element('main', {}, ...parts),
    element(
      'footer',
      {},
      element('noscript', {}, element('p', {}, 'The sliders need scripts, which are off here.')),
      element(
        'p',
        {},
        `Made with Pullback ${version}`,
        ...(link === undefined
          ? []
          : [' · ', element('a', { href: link, target: '_blank', rel: 'noopener noreferrer' }, 'Open it in Pullback')]),
      ),
    ),
    element('p', { id: NOTICE_ID, role: 'status' }),
  ];
}

async function cellPart(
  cell: NotebookCell,
  own: OfflineCell | undefined,
  data: OfflineNotebook,
  answers: OfflinePage['answers'],
): Promise<HTMLElement> {
  switch (cell.tag) {
    case 'prose':
      return prose(cell.markdown);
    case 'solution':
      return element('details', { class: 'solution' }, element('summary', {}, 'Solution'), codeBlock(cell.text));
    case 'table':
      return table(data.texts[own?.cell ?? -1] ?? '', own, data.texts);
    case 'code':
      return element(
        'section',
        { class: 'cell', 'aria-label': `Code cell ${(own?.cell ?? 0) + 1}` },
        ...(cell.attributes['exercise'] === undefined ? [] : [element('p', { class: 'cell-word' }, 'Exercise')]),
        codeBlock(cell.text),
        ...(own === undefined
          ? []
          : [
              element('div', { class: 'inputs', id: inputsId(own.cell) }, ...stillRows(own, data.inputs)),
              element(
                'div',
                { class: 'results', id: resultsId(own.cell) },
                ...results(own, answers.get(own.cell) ?? {}, data.texts),
              ),
            ]),
      );
  }
}

async function prose(markdown: string): Promise<HTMLElement> {
  const made = element('div', { class: 'prose' }, await writtenMarkdown(markdown));
  for (const formula of made.querySelectorAll('math')) toMathmlCore(formula);
  // The policy knows no style but that of the page.
  for (const styled of made.querySelectorAll('[style]')) styled.removeAttribute('style');
  for (const formula of made.querySelectorAll('[data-tex]')) formula.removeAttribute('data-tex');
  // Links to other notebooks of ours lead to this page, from wherever the file is opened.
  for (const link of made.querySelectorAll('a[href^="#"]')) {
    link.setAttribute('href', addressOfPage(link.getAttribute('href') ?? ''));
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  return made;
}

/** Rows that are shown; the program has them all. */
const MOST_ROWS = 500;

function table(block: string, own: OfflineCell | undefined, texts: readonly string[]): HTMLElement {
  const { name, columns, rows } = readTable(block, own?.cell ?? 0);
  const isNumber = columns.map(({ type }) => type !== undefined && type !== 'string');
  const hidden = rows.length - MOST_ROWS;
  return element(
    'section',
    { class: 'cell table', 'aria-label': `Table ${name.text}` },
    element(
      'p',
      {},
      element('code', {}, name.text),
      element('span', { class: 'soft' }, ` ${counted(rows.length, 'row')}`),
      ...(hidden > 0 ? [element('span', { class: 'soft' }, `, of which the first ${MOST_ROWS} are shown`)] : []),
    ),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Rows of ${name.text}` },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...columns.map((column, at) =>
              element('th', { scope: 'col', class: isNumber[at] === true ? 'number' : undefined }, column.name),
            ),
          ),
        ),
        element(
          'tbody',
          {},
          ...rows
            .slice(0, MOST_ROWS)
            .map(({ cells }) =>
              element(
                'tr',
                {},
                ...cells.map(({ value }, at) =>
                  element('td', { class: isNumber[at] === true ? 'number' : undefined }, value),
                ),
              ),
            ),
        ),
      ),
    ),
    ...diagnosticList(own?.diagnostics ?? [], texts),
  );
}
