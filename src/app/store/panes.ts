import type { GraphPlace, PaneSizes, PanesSlice, Sharing, Slice } from './state';

export const FIRST_SIZES: PaneSizes = { columns: 45, rows: 55 };
export const BOUNDS = {
  columns: { least: 25, most: 65 },
  rows: { least: 15, most: 80 },
} as const satisfies Readonly<Record<Sharing, { readonly least: number; readonly most: number }>>;

export const panesSlice: Slice<PanesSlice> = (set) => ({
  panes: FIRST_SIZES,
  setPane(sharing, size = FIRST_SIZES[sharing]) {
    const { least, most } = BOUNDS[sharing];
    const bounded = Math.round(Math.min(Math.max(size, least), most) * 10) / 10;
    set(({ panes }) => (panes[sharing] === bounded ? {} : { panes: { ...panes, [sharing]: bounded } }));
  },
  graphPlace: 'auto',
  setGraphPlace(graphPlace) {
    set({ graphPlace });
  },
});

/** The sizes in a text of localStorage, which may hold anything. */
export function panesIn(text: string): Partial<PaneSizes> {
  try {
    const saved: unknown = JSON.parse(text);
    const sizes = new Map<string, unknown>(Object.entries(saved ?? {}));
    const [columns, rows] = [sizes.get('columns'), sizes.get('rows')];
    return { ...(isSize(columns) ? { columns } : {}), ...(isSize(rows) ? { rows } : {}) };
  } catch {
    return {};
  }
}

/** The place of the graph in a text of localStorage. */
export function graphPlaceIn(text: string | null): GraphPlace {
  return text === 'above' || text === 'tab' ? text : 'auto';
}

function isSize(value: unknown): value is number {
  return Number.isFinite(value);
}
