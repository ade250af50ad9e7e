/**
 * Returns `@font-face` rules with embedded fonts: of the families that a picture uses, the files that contain one of its
 * letters. Fonts that cannot be read are left out, and the viewer uses its own.
 */
export async function fontFacesFor(families: readonly string[], text: string): Promise<string> {
  const letters = new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  const rules = Array.from(document.styleSheets)
    .flatMap(facesOf)
    .filter(({ style }) => {
      const family = style.getPropertyValue('font-family').replace(/["']/g, '');
      return (
        families.some((wanted) => wanted.includes(family)) && holds(style.getPropertyValue('unicode-range'), letters)
      );
    });
  return (await Promise.all(rules.map(embedded))).join('');
}

function facesOf(sheet: CSSStyleSheet): readonly CSSFontFaceRule[] {
  return Array.from(sheet.cssRules).filter((rule) => rule instanceof CSSFontFaceRule);
}

/** `U+0-FF, U+131`; a rule without ranges holds all. */
function holds(ranges: string, letters: ReadonlySet<number>): boolean {
  if (ranges === '') return true;
  const parts = ranges.split(',').map((range) => {
    const [first = '0', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(last.replaceAll('?', 'F'), 16)] as const;
  });
  return Array.from(letters).some((letter) => parts.some(([first, last]) => first <= letter && letter <= last));
}

async function embedded(rule: CSSFontFaceRule): Promise<string> {
  const [, source] = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  if (source === undefined) return '';
  try {
    const answer = await fetch(new URL(source, rule.parentStyleSheet?.href ?? document.baseURI));
    const data = await dataAddress(await answer.blob());
    const properties = ['font-family', 'font-style', 'font-weight', 'unicode-range'].flatMap((name) => {
      const value = rule.style.getPropertyValue(name);
      return value === '' ? [] : [`${name}:${value.replaceAll('"', "'")}`];
    });
    return `@font-face{${properties.join(';')};src:url(${data}) format('woff2')}`;
  } catch {
    return '';
  }
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      reject(new Error('the font cannot be read'));
    };
    reader.readAsDataURL(new Blob([blob], { type: 'font/woff2' }));
  });
}
