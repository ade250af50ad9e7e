/** An attribute that is undefined is left out; `''` is one without a value. */
type Attributes = Readonly<Record<string, string | undefined>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children);
  return made;
}

export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  set(made, attributes);
  return made;
}

function set(target: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) target.setAttribute(key, value);
}
