import katex from 'katex';
import { LIMITS } from './limits';
import { escaped } from './escaped';

/** A formula as HTML, or why it is not rendered. */
export type Formula = { readonly html: string; readonly elements: number } | { readonly refused: string };

const { formula: MOST } = LIMITS;

class TooManySymbols extends Error {}

/** Renders TeX without trust: nothing of it can run, load or leave its line. */
export function renderFormula(tex: string, isDisplay: boolean, output: 'htmlAndMathml' | 'mathml'): Formula {
  if (tex.length > MOST.characters) return { refused: `it is longer than ${MOST.characters} characters` };
  symbols = 0;
  let html: string;
  try {
    html = katex.renderToString(tex, {
      output,
      displayMode: isDisplay,
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    });
  } catch (error) {
    if (error instanceof TooManySymbols) return { refused: `its macros make more than ${MOST.symbols} symbols` };
    return { refused: 'it is nested too deeply' }; // the stack is exhausted
  }
  const { elements, depth } = sizeOf(html);
  if (depth > MOST.nesting) return { refused: 'it is nested too deeply' };
  if (elements > MOST.elements) return { refused: `it has more than ${MOST.elements} parts` };
  return { html, elements };
}

/** The symbols that the macro expander has pushed in the current formula. */
let symbols = 0;

interface Expander {
  pushTokens(tokens: readonly unknown[]): void;
}

/**
 * Makes KaTeX count symbols as well as expansions: a macro that doubles its argument makes 2¹⁷ symbols in 17 expansions.
 * KaTeX hands its expander to macros only.
 */
function countSymbols(expander: Expander): string {
  const shared = Object.getPrototypeOf(expander) as Expander;
  const push = Object.getOwnPropertyDescriptor(shared, 'pushTokens')?.value as Expander['pushTokens'];
  shared.pushTokens = function (tokens) {
    symbols += tokens.length;
    if (symbols > MOST.symbols) throw new TooManySymbols();
    push.call(this, tokens);
  };
  return '';
}
katex.renderToString('\\count', { macros: { '\\count': countSymbols } });

/** Returns the number of elements of well-formed HTML, and how deeply they are nested. */
function sizeOf(html: string): { readonly elements: number; readonly depth: number } {
  let [elements, depth, deepest] = [0, 0, 0];
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (html[at + 1] === '/') {
      depth--;
      continue;
    }
    elements++;
    // Attributes may contain no `>`, which KaTeX escapes.
    if (html[html.indexOf('>', at) - 1] !== '/') deepest = Math.max(deepest, ++depth);
  }
  return { elements, depth: deepest };
}

/** The source of a formula, as it is shown where the formula is not rendered. */
export function formulaSource(tex: string): string {
  const most = 200;
  return `<code>${escaped(tex.length > most ? `${tex.slice(0, most)}…` : tex)}</code>`;
}
