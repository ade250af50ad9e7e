/// <reference types="vite/client" />

interface Window {
  MonacoEnvironment?: import('monaco-editor/editor').Environment;
}
declare module 'monaco-editor/editor/contrib/*';

/** The opening page's notebook, and what our engines answered to its first cell when the page was built. */
declare module 'virtual:opening' {
  export const notebook: import('../notebook/document').Notebook;
  export const check: import('../protocol/messages').CheckReply;
  export const replies: readonly import('../protocol/messages').RunReply[];
}

/** The rendered texts of the opening page: Markdown and HTML. */
declare module 'virtual:opening-prose' {
  export const prose: readonly (readonly [string, readonly import('../protocol/prose').ProsePiece[]])[];
}
