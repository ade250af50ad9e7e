/** Selects the controls, which paper and a copy do without. */
const CONTROLS = [
  '.panel-toolbar',
  '.panel-waiting',
  '.delta-tools',
  '.search-box',
  '.zoom-buttons',
  '.sweep-controls',
  '.step-bar',
  '.descent-tools',
  '.breakpoints',
  '.moment:not(:has(.moment-stack))',
  '.steps-speed',
  '.segments',
  '.button',
  '.text-button',
  '.menu',
  '.about',
  '.plot-at-pointer',
  'details:not([open])',
  '[role="tablist"]',
  '[hidden]',
  'input[type="range"]',
].join();

/** Attributes that name other elements by their ids. */
const REFERENCES = ['aria-labelledby', 'aria-controls', 'for', 'href'];
/** Attributes of what can be operated, or changes. */
const LIVE = ['aria-busy', 'aria-live', 'aria-describedby', 'aria-activedescendant', 'aria-pressed', 'aria-expanded'];

let count = 0;

/**
 * A copy of a panel in which nothing can be operated: without controls, with values and choices as text, and with ids of its
 * own.
 */
export function stillOf(panel: Element): Element {
  const copy = panel.cloneNode(true) as Element; // of an element
  const canvases = copy.querySelectorAll('canvas');
  for (const [at, canvas] of panel.querySelectorAll('canvas').entries()) canvases[at]?.replaceWith(imageOf(canvas));
  // A drawing scales to the width of the sheet, or of the reader's window.
  const drawings = copy.querySelectorAll('svg');
  for (const [at, { viewBox, clientWidth: width, clientHeight: height }] of panel.querySelectorAll('svg').entries())
    if (viewBox.baseVal.width === 0 && width > 0) drawings[at]?.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const choices = copy.querySelectorAll('select');
  for (const [at, select] of panel.querySelectorAll('select').entries())
    choices[at]?.replaceWith(textOf(select.selectedOptions[0]?.text ?? '', select));
  for (const described of copy.querySelectorAll('[aria-describedby]'))
    copy
      .querySelector(`.visually-hidden[id="${CSS.escape(described.getAttribute('aria-describedby') ?? '')}"]`)
      ?.remove();
  for (const check of copy.querySelectorAll('details.check')) check.replaceWith(lineOf(check));
  for (const control of copy.querySelectorAll(CONTROLS)) control.remove();
  for (const field of copy.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.toggleAttribute('checked', (field as HTMLInputElement).checked);
      field.toggleAttribute('disabled', true);
    } else field.replaceWith(textOf(field.value, field));
  }
  for (const button of copy.querySelectorAll('button')) {
    const text = document.createElement('span');
    text.className = button.className;
    text.append(...button.childNodes);
    button.replaceWith(text);
  }
  const prefix = `still-${++count}-`;
  for (const element of [copy, ...copy.querySelectorAll('*')]) settle(element, prefix);
  return copy;
}

/** Makes an element of the copy stand alone. */
function settle(element: Element, prefix: string): void {
  for (const name of LIVE) element.removeAttribute(name);
  const role = element.getAttribute('role');
  if (role !== 'region') element.removeAttribute('tabindex'); // a region scrolls
  if (role === 'application') element.setAttribute('role', 'img');
  if (element.id !== '') element.id = prefix + element.id;
  for (const { name, value } of [...element.attributes]) {
    if (value.includes('url(#')) element.setAttribute(name, value.replaceAll('url(#', `url(#${prefix}`));
    else if (REFERENCES.includes(name) && (name !== 'href' || value.startsWith('#')))
      element.setAttribute(
        name,
        name === 'href' ? `#${prefix}${value.slice(1)}` : value.replaceAll(/\S+/gu, `${prefix}$&`),
      );
  }
}

function textOf(text: string, field: Element): Element {
  const made = document.createElement('span');
  made.className = field.className;
  made.textContent = text;
  return made;
}

/** The line of a theorem, which opens to what the theorem says. */
function lineOf(check: Element): Element {
  const line = document.createElement('div');
  line.className = check.className;
  line.append(...(check.querySelector('summary')?.childNodes ?? []));
  return line;
}

/** A canvas as an image of the same size; a copy of the canvas would be empty. */
function imageOf(canvas: HTMLCanvasElement): Element {
  const image = document.createElement('img');
  image.className = canvas.className;
  image.alt = '';
  image.src = canvas.toDataURL();
  const { width, height } = canvas.getBoundingClientRect();
  image.width = width;
  image.height = height;
  return image;
}
