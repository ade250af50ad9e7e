import DOMPurify, { type Config } from 'dompurify';
import { Marked, type TokenizerAndRendererExtension } from 'marked';

/**
 * Prose from anyone: Markdown to HTML, sanitised to what prose needs, put into the page as nodes. TeX becomes empty
 * elements that KaTeX fills, without trust. Images are shown as links, because nothing is loaded from elsewhere.
 *
 * HTML in it is text, but for a few tags without attributes. So the sanitiser never sees anyone's markup, which it would
 * take away, but not before the browser has reported to the page's policy what it found in there.
 */
export async function renderMarkdown(markdown: string, target: HTMLElement): Promise<void> {
  await turn();
  target.replaceChildren(fragmentOf(markdown));
  void renderFormulas(target, 'htmlAndMathml');
}

/** The same for a page that is written to a file: its formulas are MathML, which needs no fonts. */
export async function writtenMarkdown(markdown: string): Promise<DocumentFragment> {
  const made = fragmentOf(markdown);
  await renderFormulas(made, 'mathml');
  return made;
}

/** Of milliseconds, after which a notebook of much prose lets the page answer before it goes on. */
const SLICE = 30;
let turns: Promise<void> = Promise.resolve();
let sliceEnd = 0;

function turn(): Promise<void> {
  turns = turns.then(async () => {
    if (performance.now() < sliceEnd) return;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + SLICE;
  });
  return turns;
}

/** Some texts take time with the square of their length: what is longer than anyone writes is shown as it is. */
const MOST_RENDERED = 20_000;

function fragmentOf(markdown: string): DocumentFragment {
  if (markdown.length > MOST_RENDERED) return plain(markdown);
  let html: string;
  try {
    html = parser.parse(markdown, { async: false });
  } catch {
    return plain(markdown); // nested too deeply
  }
  return sanitise(html);
}

function plain(text: string): DocumentFragment {
  const paragraph = document.createElement('p');
  paragraph.style.whiteSpace = 'pre-wrap';
  paragraph.textContent = text;
  const made = document.createDocumentFragment();
  made.append(paragraph);
  return made;
}

async function renderFormulas(target: ParentNode, output: 'htmlAndMathml' | 'mathml'): Promise<void> {
  const formulas = [...target.querySelectorAll<HTMLElement>('[data-tex]')];
  if (formulas.length === 0) return;
  const [{ default: katex }] = await Promise.all([
    import('katex'),
    output === 'mathml' ? undefined : import('katex/dist/katex.min.css'),
  ]);
  for (const element of formulas) {
    await turn();
    const tex = element.dataset['tex'] ?? '';
    try {
      katex.render(tex, element, {
        output,
        displayMode: element.classList.contains('tex-block'),
        throwOnError: false,
        trust: false,
        strict: 'ignore',
        maxExpand: 200,
        maxSize: 20,
      });
    } catch {
      element.textContent = tex; // nested too deeply
    }
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

const formula = (name: string, start: string, rule: RegExp, element: string): TokenizerAndRendererExtension => ({
  name,
  level: name === 'texBlock' ? 'block' : 'inline',
  start: (source) => source.indexOf(start),
  tokenizer: (source) => {
    const match = rule.exec(source);
    return match === null ? undefined : { type: name, raw: match[0], text: match[1] ?? '', mark: match[2] ?? '' };
  },
  renderer: (token) => {
    const tex = escape(String(token['text']));
    const mark = String(token['mark']);
    // A line does not break before the mark that follows a formula.
    if (mark !== '')
      return `<span class="tex-marked"><span class="tex" data-tex="${tex}">${tex}</span>${escape(mark)}</span>`;
    return `<${element} class="tex${element === 'div' ? ' tex-block' : ''}" data-tex="${tex}">${tex}</${element}>`;
  },
});

/** What Markdown has no sign for. */
const plainTag: TokenizerAndRendererExtension = {
  name: 'plainTag',
  level: 'inline',
  start: (source) => source.search(/<(?:\/?(?:sub|sup|kbd)|br ?\/?)>/i),
  tokenizer: (source) => {
    const match = /^<(?:\/?(?:sub|sup|kbd)|br ?\/?)>/i.exec(source);
    return match === null ? undefined : { type: 'plainTag', raw: match[0] };
  },
  renderer: ({ raw }) => raw,
};

const comment = (level: 'block' | 'inline', rule: RegExp): TokenizerAndRendererExtension => ({
  name: `${level}Comment`,
  level,
  start: (source) => source.indexOf('<!--'),
  tokenizer: (source) => {
    const match = rule.exec(source);
    return match === null ? undefined : { type: `${level}Comment`, raw: match[0] };
  },
  renderer: () => '',
});

const parser = new Marked({
  gfm: true,
  // Marked's own reading of HTML: there is none.
  tokenizer: { html: () => undefined, tag: () => undefined },
  extensions: [
    plainTag,
    comment('block', /^ {0,3}<!--[\s\S]*?-->[ \t]*(?:\n+|$)/),
    comment('inline', /^<!--[\s\S]*?-->/),
    formula('texBlock', '$$', /^\$\$([\s\S]+?)\$\$[ \t]*(?:\n|$)/, 'div'),
    formula(
      'texInline',
      '$',
      /^\$((?:[^\s$\\]|\\[^\n])(?:[^$\n\\]|\\[^\n])*?|[^\s$\\])\$(?![\d$])([.,;:?!)]*)/,
      'span',
    ),
  ],
  renderer: {
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text === '' ? href : text)} (picture)</a>`,
  },
});

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;
interface Factory {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>): Policy;
}

/** Its strings come from the sanitiser and nowhere else: it is not exported. */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('prose', {
  createHTML: (html) => html,
  createScriptURL: () => '',
});

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  const href = node.getAttribute('href') ?? '';
  if (!/^(?:https?:|mailto:|#)/i.test(href)) node.removeAttribute('href');
  else if (!href.startsWith('#')) {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
});

function sanitise(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'class', 'align', 'start', 'data-tex'],
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    ...(policy === undefined ? {} : { TRUSTED_TYPES_POLICY: policy }),
  });
}

const TAGS =
  'h1 h2 h3 h4 h5 h6 p br hr a em strong del code pre blockquote ul ol li table thead tbody tr th td span div sub sup kbd'.split(
    ' ',
  );
