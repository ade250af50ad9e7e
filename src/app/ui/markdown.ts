import DOMPurify, { type Config } from 'dompurify';
import { Marked, type TokenizerAndRendererExtension } from 'marked';

/**
 * Prose from anyone: Markdown to HTML, sanitised to what prose needs, put into the page as nodes. TeX becomes empty
 * elements that KaTeX fills, without trust. Images are shown as links, because nothing is loaded from elsewhere.
 */
export function renderMarkdown(markdown: string, target: HTMLElement): void {
  target.replaceChildren(sanitise(parser.parse(markdown, { async: false })));
  void renderFormulas(target, 'htmlAndMathml');
}

/** The same for a page that is written to a file: its formulas are MathML, which needs no fonts. */
export async function writtenMarkdown(markdown: string): Promise<DocumentFragment> {
  const made = sanitise(parser.parse(markdown, { async: false }));
  await renderFormulas(made, 'mathml');
  return made;
}

async function renderFormulas(target: ParentNode, output: 'htmlAndMathml' | 'mathml'): Promise<void> {
  const formulas = [...target.querySelectorAll<HTMLElement>('[data-tex]')];
  if (formulas.length === 0) return;
  const [{ default: katex }] = await Promise.all([
    import('katex'),
    output === 'mathml' ? undefined : import('katex/dist/katex.min.css'),
  ]);
  for (const element of formulas)
    katex.render(element.dataset['tex'] ?? '', element, {
      output,
      displayMode: element.classList.contains('tex-block'),
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

const formula = (name: string, start: string, rule: RegExp, element: string): TokenizerAndRendererExtension => ({
  name,
  level: name === 'texBlock' ? 'block' : 'inline',
  start: (source) => source.indexOf(start),
  tokenizer: (source) => {
    const match = rule.exec(source);
    return match === null ? undefined : { type: name, raw: match[0], text: match[1] ?? '' };
  },
  renderer: (token) => {
    const tex = escape(String(token['text']));
    return `<${element} class="tex${element === 'div' ? ' tex-block' : ''}" data-tex="${tex}">${tex}</${element}>`;
  },
});

const parser = new Marked({
  gfm: true,
  extensions: [
    formula('texBlock', '$$', /^\$\$([\s\S]+?)\$\$[ \t]*(?:\n|$)/, 'div'),
    formula('texInline', '$', /^\$((?:[^\s$\\]|\\[^\n])(?:[^$\n\\]|\\[^\n])*?|[^\s$\\])\$(?![\d$])/, 'span'),
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
  'h1 h2 h3 h4 h5 h6 p br hr a em strong del code pre blockquote ul ol li table thead tbody tr th td span div sub sup'.split(
    ' ',
  );
