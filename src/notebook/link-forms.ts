import type { Link } from './link';

/** A link as a past version created it: it never changes, and every later version must open it. */
export interface FrozenLink {
  readonly form: string;
  readonly fragment: string;
  readonly opens: Link;
  /** What the page shows for the link: the notebook's title, and the value of its last cell. */
  readonly shows: { readonly title: string; readonly value: string };
}

const FIRST =
  '---\ntitle: A frozen link\n---\n\nThe first link that was ever released.\n\n```pullback show=delta\ninput x : real = 2 in 0 .. 4\n\nx * x + sin x\n```\n';
const FIRST_PACKED =
  'HcwxDsIwDAXQ3af4M8gRQkyVOnAHDpBAXcWqlVaJSyNOj2B9w2NmcnWTAXfMdf1IgWlZiJmJHlkwa23-N3hOjiM1yFsqqpikJlMgijFuu9kzvRa0vB7jJOaJtGy7o2NAlWQYcYUWXBACbkQdJ3Sc0bSg_wr6Ag';
const INPUTS =
  '---\ntitle: A frozen link\n---\n\n```pullback\ninput θ : real = 2\ninput on : bool = true\ninput n : int = 3\ninput p : real * real = (1, 2)\n\nlet (a, b) = p in if on then θ else θ * a + b * toReal n\n```\n';

/** One link for each form that links have had. New forms are added at the end. */
export const FROZEN_LINKS: readonly FrozenLink[] = [
  {
    form: 'a notebook, the first released link',
    fragment: `#n1=${FIRST_PACKED}`,
    opens: { tag: 'notebook', markdown: FIRST, state: {} },
    shows: { title: 'A frozen link', value: '4.9093' },
  },
  {
    form: 'a notebook with an input and a panel',
    fragment: `#n1=${FIRST_PACKED}&s=eyJpbnB1dHMiOnsieCI6M30sInBhbmVsIjoidHJhY2UifQ`,
    opens: { tag: 'notebook', markdown: FIRST, state: { inputs: { x: 3 }, panel: 'trace' } },
    shows: { title: 'A frozen link', value: '9.14112' },
  },
  {
    form: 'a single program',
    fragment: '#n1=S0hIKCjNyUlKTM7mMjFQ0FYw4kpISOACAA',
    opens: { tag: 'notebook', markdown: '```pullback\n40 + 2\n```\n', state: {} },
    shows: { title: 'Untitled notebook', value: '42' },
  },
  {
    form: 'an uncompressed program',
    fragment: '#n1=ARcA6P9gYGBwdWxsYmFjawo0MCArIDIKYGBgCg',
    opens: { tag: 'notebook', markdown: '```pullback\n40 + 2\n```\n', state: {} },
    shows: { title: 'Untitled notebook', value: '42' },
  },
  {
    form: 'a notebook with inputs of several types',
    fragment:
      '#n1=Nc5BCoNADIXhfU7xlmqdRe1OcNEr9ATOlEgHQ2awcdOT9RQ9UwnoKvBB_iSEQJZNeMQdy1Y-rJCsK4UQiOZ5rrtIis-Vstbd8PtixMZRMGE4rChGpFLcbNv5YNeshgm3Q-q5252J5tpjaImEDU3skVpMqMiKvHjXXqx-k-XNPjtEXJDQwcrDE-o_0h8&s=eyJwYW5lbCI6ImdyYWRpZW50IiwiaW5wdXRzIjp7Is64IjotMS41LCJvbiI6ZmFsc2UsIm4iOjcsInAiOlszLDRdfX0',
    opens: {
      tag: 'notebook',
      markdown: INPUTS,
      state: { inputs: { θ: -1.5, on: false, n: 7, p: [3, 4] }, panel: 'gradient' },
    },
    shows: { title: 'A frozen link', value: '23.5' },
  },
  {
    form: 'a built-in notebook',
    fragment: '#e=product-and-sine',
    opens: { tag: 'builtin', id: 'product-and-sine', state: {} },
    shows: { title: 'A first tour', value: '6.9093' },
  },
  {
    form: 'a built-in notebook with inputs and a panel',
    fragment: '#e=product-and-sine&s=eyJpbnB1dHMiOnsieCI6MS41LCJ5IjotMn0sInBhbmVsIjoiZ3JhZGllbnQifQ',
    opens: { tag: 'builtin', id: 'product-and-sine', state: { inputs: { x: 1.5, y: -2 }, panel: 'gradient' } },
    shows: { title: 'A first tour', value: '-2.00251' },
  },
  {
    form: 'a notebook with keys of a future version',
    fragment: '#e=product-and-sine&s=eyJpbnB1dHMiOnsieCI6MS41fSwicGFuZWwiOiJ0cmFjZSIsImxhdGVyIjp7ImEiOjF9fQ&z=1',
    opens: { tag: 'builtin', id: 'product-and-sine', state: { inputs: { x: 1.5 }, panel: 'trace' } },
    shows: { title: 'A first tour', value: '5.49749' },
  },
];
