import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * One policy, sent as a header by `vite preview` and as a meta tag in the built page. No `frame-ancestors`: notebooks are
 * embedded. Hosts should send the header too, because workers take their policy from their own response.
 */
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'", // Monaco sets styles
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types':
    // `default` is src/app/trusted-types.ts, `prose` is src/app/ui/markdown.ts; monaco-editor creates the others
    'default prose defaultWorkerFactory diffEditorWidget diffReview domLineBreaksComputer dompurify editorGhostText ' +
    'editorViewLayer richScreenReaderContent standaloneColorizer stickyScrollViewLayer tokenizeToString',
};
const policyText = Object.entries(POLICY)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

function policyMeta(): Plugin {
  return {
    name: 'policy-meta',
    apply: 'build', // the development server injects an inline script
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyText },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

const OPENING = new URL('public/notebooks/product-and-sine.md', import.meta.url);

/** The opening page's notebook is part of the page, so that it needs no second request. */
function opening(): Plugin {
  const id = 'virtual:opening';
  return {
    name: 'opening',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: async (source) =>
      source === `\0${id}` ? `export const markdown = ${JSON.stringify(await readFile(OPENING, 'utf8'))};` : undefined,
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), policyMeta(), opening()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // no data: fonts, so `font-src 'self'` is enough
    chunkSizeWarningLimit: 4000,
    reportCompressedSize: false,
  },
  preview: {
    host: '127.0.0.1',
    port: 4173,
    strictPort: true,
    headers: {
      'Content-Security-Policy': policyText,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  },
});
