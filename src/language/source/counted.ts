/** A whole number with commas between thousands: `1,024`; from 10^15 on as a power of ten: `2e15`. */
export function integer(value: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(0).replace('e+', 'e');
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, ',');
}

/** Any whole number: all of its digits if they are at most 45, else its first digits and a power of ten: `1.07e301`. */
export function largeInteger(value: bigint): string {
  const digits = value.toString();
  if (digits.length <= 45) return digits.replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
}

/** A number of things, with its noun: `1 node`, `2,000 nodes`. A noun that does not just add an s gives its `plural`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${integer(value)} ${value === 1 ? noun : plural}`;
}
