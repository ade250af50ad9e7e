/** The parts that every exported page has in common (`scripts/offline-plugin.mjs`). */
declare module 'virtual:offline' {
  export const scriptUrl: string;
  export const styleUrl: string;
  /** The site's run worker. */
  export const engineUrl: string;
  /** As the page's policy names them: `sha256-…`. */
  export const scriptHash: string;
  export const styleHash: string;
}
