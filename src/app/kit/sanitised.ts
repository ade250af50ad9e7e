import createPurify, { type Config } from 'dompurify';

/** What prose needs; it has no images, because the page loads nothing from other sites. */
const PROSE =
  'h1 h2 h3 h4 h5 h6 p br hr a em strong del code pre blockquote ul ol li table thead tbody tr th td span div sub sup kbd';
/** What KaTeX makes. */
const FORMULAS =
  'svg path line math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mover munder munderover mfrac ' +
  'msqrt mroot mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose mglyph';
const ATTRIBUTES =
  'href class align start style aria-hidden title xmlns d viewbox preserveaspectratio width height x1 x2 y1 y2 stroke-width ' +
  'encoding display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy fence separator ' +
  'symmetric largeop movablelimits accent accentunder lspace rspace minsize maxsize linethickness notation depth voffset ' +
  'columnalign rowalign columnspacing rowspacing columnlines rowlines columnspan side';

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;
interface Factory {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>): Policy;
}

/** Only the sanitiser uses this policy, so it is not exported. */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('prose', {
  createHTML: (html) => html,
  createScriptURL: () => '',
});

/** An instance of its own: the editor adds hooks to its instance, and removes all of them. */
const purifier = createPurify(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  const href = node.getAttribute('href') ?? '';
  if (!/^(?:https?:|mailto:|#)/i.test(href)) node.removeAttribute('href');
  else if (!href.startsWith('#')) {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
});

/**
 * Parses rendered prose, with nothing but what prose and formulas need. HTML in a text has been escaped before, so the
 * sanitiser never parses foreign markup: it would remove it, but the browser would first report policy violations in it.
 */
export function sanitised(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: `${PROSE} ${FORMULAS}`.split(' '),
    ALLOWED_ATTR: ATTRIBUTES.split(' '),
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    ...(policy === undefined ? {} : { TRUSTED_TYPES_POLICY: policy }),
  });
}
