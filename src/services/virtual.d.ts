/** The code that compiled modules contain: `scripts/glue-plugin.mjs`. */
declare module 'virtual:glue' {
  export const glue: string;
  export const functions: Readonly<Record<string, string>>;
  export const codecs: Readonly<Record<string, string>>;
  export const extras: Readonly<Record<'outOfBounds' | 'sameShape' | 'hold' | 'withParts', string>>;
}
