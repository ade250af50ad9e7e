/// <reference types="vite/client" />

interface Window {
  MonacoEnvironment?: import('monaco-editor/editor').Environment;
}
declare module 'monaco-editor/editor/contrib/*';

/** The opening page's notebook, read when the page is built. */
declare module 'virtual:opening' {
  export const markdown: string;
}
