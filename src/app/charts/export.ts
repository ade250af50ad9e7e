/** Downloads text as a file. */
export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type }), name);
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 10_000);
}

const KEPT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-anchor',
] as const;

/** Returns the picture as a file without a style sheet: `frame` is its visible part, in the coordinates of `content`. */
export function standaloneSvg(
  content: SVGGElement,
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  background: string,
): string {
  return svgFile([styledCopy(content)], frame, background);
}

/** Returns a copy of a drawing with inline styles, at the origin. */
export function styledCopy(content: SVGGElement): SVGGElement {
  const copy = content.cloneNode(true) as SVGGElement; // a clone has the class of its original
  inlineStyles(content, copy);
  copy.removeAttribute('transform');
  return copy;
}

/** Returns an SVG file of drawings with inline styles. */
export function svgFile(
  contents: readonly SVGElement[],
  frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  background: string,
): string {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('viewBox', `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
  svg.setAttribute('width', String(frame.width));
  svg.setAttribute('height', String(frame.height));
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries(frame)) paper.setAttribute(name, String(value));
  paper.setAttribute('fill', background);
  svg.append(paper, ...contents);
  return new XMLSerializer().serializeToString(svg);
}

function inlineStyles(original: Element, copy: Element): void {
  const style = getComputedStyle(original);
  copy.setAttribute(
    'style',
    KEPT.map((name) => `${name}:${style.getPropertyValue(name).replace(/"/g, "'")}`).join(';'),
  );
  copy.removeAttribute('class');
  const children = copy.children;
  Array.from(original.children).forEach((child, i) => {
    const twin = children[i];
    if (twin !== undefined) inlineStyles(child, twin);
  });
}

/** Returns an SVG as a PNG at `scale` pixels per unit, at most 8,192 in each direction. */
export async function pngOf(svg: string, width: number, height: number, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const fit = Math.min(scale, 8192 / width, 8192 / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * fit));
  canvas.height = Math.max(1, Math.round(height * fit));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture is too large for a PNG'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** Copies text to the clipboard; downloads it as a file if the browser does not allow that. */
export function copyOrSave(text: string, name: string): void {
  const save = (): void => {
    saveText(text, name, 'text/plain');
  };
  // Browsers provide no clipboard to pages that are not served securely.
  if ('clipboard' in navigator) navigator.clipboard.writeText(text).catch(save);
  else save();
}
