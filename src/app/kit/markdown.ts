import DOMPurify, { type Config } from 'dompurify';
import { Marked, type TokenizerAndRendererExtension } from 'marked';

/**
 * Renders untrusted Markdown into `target`: as HTML, sanitised to the tags that prose needs. KaTeX renders TeX without
 * `trust`. Images become links, because the page loads nothing from other sites.
 *
 * HTML in the Markdown is shown as text, except for a few tags without attributes. So the sanitiser never parses foreign
 * markup: it would remove it, but the browser would first report policy violations in it.
 */
export async function renderMarkdown(markdown: string, target: HTMLElement): Promise<void> {
  await turn();
  target.replaceChildren(fragmentOf(markdown));
  void renderFormulas(target, 'htmlAndMathml');
}

/** Rendered Markdown for an exported page, with formulas in MathML, which needs no fonts. */
export async function writtenMarkdown(markdown: string): Promise<DocumentFragment> {
  const made = fragmentOf(markdown);
  await renderFormulas(made, 'mathml');
  return made;
}

/** Milliseconds of rendering after which a notebook with much prose yields to the page. */
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

/** Longer texts are shown unrendered, because the parser takes quadratic time on some texts. */
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
    // Keeps a punctuation mark on the line of the formula before it.
    if (mark !== '')
      return `<span class="tex-marked"><span class="tex" data-tex="${tex}">${tex}</span>${escape(mark)}</span>`;
    return `<${element} class="tex${element === 'div' ? ' tex-block' : ''}" data-tex="${tex}">${tex}</${element}>`;
  },
});

/** The HTML tags that are allowed, because Markdown has no syntax for them. */
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
  // Disables Marked's own HTML rules.
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

/** Only the sanitiser uses this policy, so it is not exported. */
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
