import { isPrinting, onPrintingChange } from './printing';

/** The colours of tokens.css for things that CSS cannot reach: Monaco's themes, canvases, exported pictures. */
export type Theme = 'system' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';

export type ColourToken =
  | 'paper'
  | 'paper-raised'
  | 'paper-sunk'
  | 'ink'
  | 'ink-soft'
  | 'rule'
  | 'rule-strong'
  | 'primal'
  | 'primal-wash'
  | 'cotangent'
  | 'cotangent-wash'
  | 'structure'
  | 'code-number'
  | 'code-string'
  | 'code-builtin'
  | 'highlight'
  | 'focus-ring'
  | 'error'
  | 'error-wash'
  | 'warning'
  | 'warning-wash'
  | 'agree'
  | 'engine-reverse'
  | 'engine-trace-anf'
  | 'engine-forward'
  | 'engine-numeric'
  | `group-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;

const darkPreferred = matchMedia('(prefers-color-scheme: dark)');

export function schemeOf(theme: Theme): Scheme {
  if (isPrinting()) return 'light';
  if (theme !== 'system') return theme;
  return darkPreferred.matches ? 'dark' : 'light';
}

/** Calls `listener` when the system's preference changes or printing starts or ends. Returns the unsubscription. */
export function onSchemeChange(listener: () => void): () => void {
  darkPreferred.addEventListener('change', listener);
  const forget = onPrintingChange(listener);
  return () => {
    forget();
    darkPreferred.removeEventListener('change', listener);
  };
}

/** Both colours of each token that has been asked for: to read one makes the browser compute all styles. */
const tokens = new Map<ColourToken, readonly string[]>();

/** `#rrggbb` of a token in a scheme. */
export function colour(token: ColourToken, scheme: Scheme): string {
  let both = tokens.get(token);
  if (both === undefined) {
    const text = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`);
    both = text.match(/#[0-9a-f]{6}/gi) ?? [];
    if (both.length > 0) tokens.set(token, both);
  }
  const [light, dark = light] = both;
  return (scheme === 'dark' ? dark : light) ?? '#808080';
}
