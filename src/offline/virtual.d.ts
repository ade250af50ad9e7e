/** What every offline page is made of (`scripts/offline-plugin.mjs`). */
declare module 'virtual:offline' {
  /** Where the texts are that the page carries. */
  export const scriptUrl: string;
  export const engineUrl: string;
  export const style: string;
  /** As the page's policy names them: `sha256-…`. */
  export const scriptHash: string;
  export const styleHash: string;
}
