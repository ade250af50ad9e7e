/** The options that say how many derivatives are wanted: of the Taylor macro, and of jets. */
import { integer } from '../language/source/counted';
import { jetShape, MIXED_SECOND, sizeOfJet, type JetShape } from '../semantics/jets/multi-index';
import type { JetsWanted } from '../services/jets-report';

/** A macro with more parts in each jet is too large to read. */
const MOST_PARTS = 300;

/** The options about jets, as they are written. */
interface WrittenShape {
  readonly order?: string | undefined;
  readonly directions?: string | undefined;
  readonly restricted: boolean;
}

/** Returns the shape of the Taylor macro, undefined if no option mentions it, or a message that says what is wrong. */
export function readShape({ order, directions, restricted }: WrittenShape): JetShape | undefined | string {
  if (order === undefined && directions === undefined) return restricted ? MIXED_SECOND : undefined;
  if (restricted) return '--restricted means 2 directions and order 2: leave out --order and --directions';
  const [k, R] = [directions ?? '1', order ?? '1'].map((text) => (/^\d{1,4}$/u.test(text) ? Number(text) : 0));
  if (k === undefined || k < 1) return `--directions takes a positive whole number, not "${directions ?? ''}"`;
  if (R === undefined || R < 1) return `--order takes a positive whole number, not "${order ?? ''}"`;
  const parts = sizeOfJet(k, R);
  if (parts <= MOST_PARTS) return jetShape(k, R);
  return `--directions ${k} --order ${R} makes ${integer(parts)} reals of each real; the limit is ${MOST_PARTS}`;
}

/** The jets of commands that print none. */
export const NO_JETS: JetsWanted = { along: undefined, directions: undefined, order: 2, restricted: false };

/** Returns the jets that are wanted, or a message that says what is wrong. */
export function readJets({
  order,
  directions,
  restricted,
  along,
}: WrittenShape & { readonly along?: readonly string[] | undefined }): JetsWanted | string {
  if (restricted && (order !== undefined || directions !== undefined))
    return '--restricted means 2 directions and order 2: leave out --order and --directions';
  if (along !== undefined && directions !== undefined) return '--along names the directions: leave out --directions';
  const repeated = along?.find((label, i) => along.indexOf(label) < i);
  if (repeated !== undefined) return `--along ${repeated} is given twice`;
  const wanted = { along, directions: 0, order: 2, restricted };
  for (const [name, text] of [
    ['directions', directions],
    ['order', order],
  ] as const) {
    if (text === undefined) continue;
    if (!/^[1-9]\d{0,3}$/u.test(text)) return `--${name} takes a positive whole number, not "${text}"`;
    wanted[name] = Number(text);
  }
  return { ...wanted, directions: directions === undefined ? undefined : wanted.directions };
}
