import { encode } from 'uqr';

/** A QR code: its modules as an SVG path, in a square of `size` modules that includes the quiet zone. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** Bytes that the largest code holds: version 40, level L, in byte mode (ISO/IEC 18004, table 7). */
export const MOST_IN_CODE = 2_953;
/** Longer links need more than 100 modules a side, which a camera reads only up close. */
export const DENSE_CODE = 1_000;
/** Modules of white around the code (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4;

/** The QR code of a link; `undefined` if the link is too long. A link is ASCII, so one character is one byte. */
export function codeOfLink(link: string): QrCode | undefined {
  if (link.length > MOST_IN_CODE) return undefined;
  const { data, size } = encode(link, { ecc: 'L', border: QUIET_ZONE });
  return {
    size,
    path: data.flatMap((row, y) => runs(row).map(([x, end]) => `M${x} ${y}h${end - x}v1h${x - end}z`)).join(''),
  };
}

/** The black runs of a row. One rectangle per run leaves no hairlines between modules. */
function runs(row: readonly boolean[]): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  let from: number | undefined;
  [...row, false].forEach((black, x) => {
    if (black) from ??= x;
    else if (from !== undefined) {
      found.push([from, x]);
      from = undefined;
    }
  });
  return found;
}
