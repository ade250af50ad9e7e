import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { offlineParts } from './scripts/offline-plugin.mjs';
import { withoutUnusedMonaco } from './scripts/monaco-plugin.mjs';
import { withoutUnusedPlot } from './scripts/plot-plugin.mjs';
import type { Notebook } from './src/notebook/document';
import type { RunReply } from './src/protocol/messages';
import type { ProsePiece } from './src/protocol/prose';

/**
 * The content security policy, sent as a header by `vite preview` and as a meta tag in the built page. There is no
 * `frame-ancestors`, because notebooks are embedded. Hosts should send the header too, because workers take their
 * policy from their own response.
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
    // `default` is src/app/kit/trusted-types.ts, `prose` is src/app/kit/sanitised.ts; monaco-editor creates the others
    'default prose domLineBreaksComputer dompurify editorViewLayer tokenizeToString',
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

/**
 * Includes the opening page's notebook in the page, with the results of the engines and the rendered texts, so that all
 * is visible before any worker has started. The texts are a file of their own, which the first paint does not wait for.
 */
function opening(): Plugin {
  const parts = new Map<string, (markdown: string) => Promise<Exported>>([
    ['\0virtual:opening', answers],
    ['\0virtual:opening-prose', renderedTexts],
  ]);
  return {
    name: 'opening',
    resolveId: (source) => (parts.has(`\0${source}`) ? `\0${source}` : undefined),
    load: async (source) => {
      const part = parts.get(source);
      if (part === undefined) return undefined;
      return Object.entries(await part(await readFile(OPENING, 'utf8')))
        .map(([name, expression]) => `export const ${name} = ${expression};`)
        .join('\n');
    },
  };
}

/** Writes a value without the digits of a time that differ between two builds. */
function written(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) =>
    key === 'seconds' ? Number(Number(part).toPrecision(1)) : part,
  );
}

/** Writes a notebook that was just parsed. The ids of its cells and attributes that are empty are added when it is read. */
function writtenNotebook({ cells, ...notebook }: Notebook): string {
  const short = cells.map(({ id, ...cell }, at) => {
    if (id !== at) throw new Error(`the cell at ${at} has the id ${id}`);
    const isBare = 'attributes' in cell && Object.keys(cell.attributes).length === 0;
    return isBare ? { ...cell, attributes: undefined } : cell;
  });
  const read = "(cell, id) => ({ id, ...('text' in cell ? { attributes: {} } : {}), ...cell })";
  return `{ ...${written(notebook)}, cells: ${written(short)}.map(${read}) }`;
}

/** The exports of a module: the text of an expression for each name. */
type Exported = Readonly<Record<string, string>>;

async function answers(markdown: string): Promise<Exported> {
  const { programCells } = await source<typeof import('./src/notebook/document')>('notebook/document');
  const { parseNotebook } = await source<typeof import('./src/notebook/parse')>('notebook/parse');
  const { createLanguageService } =
    await source<typeof import('./src/services/language-service')>('services/language-service');
  const { createRunService } = await source<typeof import('./src/services/run-service')>('services/run-service');
  const notebook = parseNotebook(markdown);
  const cells = programCells(notebook);
  const replies: RunReply[] = [];
  await createRunService(() => Promise.resolve()).run(
    {
      revision: 0,
      cells,
      inputs: {},
      jobs: [{ cell: 0, products: ['value', 'gradient'] }],
      budget: { seconds: 10, steps: 1e6, bytes: 1e8 },
    },
    (reply) => {
      if (reply.state === 'ok') replies.push(reply);
    },
  );
  const check = await createLanguageService(() => Promise.resolve()).check({ revision: 0, cells });
  if (check === undefined) throw new Error('the opening notebook was not checked');
  return { notebook: writtenNotebook(notebook), check: written(check), replies: written(replies) };
}

async function renderedTexts(markdown: string): Promise<Exported> {
  const { parseNotebook } = await source<typeof import('./src/notebook/parse')>('notebook/parse');
  const { renderProse } = await source<typeof import('./src/services/prose/render')>('services/prose/render');
  const texts = parseNotebook(markdown).cells.flatMap((cell) => (cell.tag === 'prose' ? [cell.markdown] : []));
  const rendered = (text: string): readonly ProsePiece[] =>
    renderProse({ markdown: text, formulas: 'htmlAndMathml' }, () => performance.now());
  return { prose: written(texts.map((text) => [text, rendered(text)])) };
}

async function source<T>(path: string): Promise<T> {
  return (await runnerImport<T>(`./src/${path}.ts`, { configFile: false, logLevel: 'error' })).module;
}

/**
 * Caches everything in the browser after the first visit, so that later visits work offline. A new version waits until
 * the reader asks for it (src/app/page/service-worker.ts registers it and offers the update): no `skipWaiting`.
 */
const serviceWorker = VitePWA({
  injectRegister: false, // The page registers it on demand, because the policy allows no inline script.
  manifest: {
    name: 'Pullback',
    short_name: 'Pullback',
    description: 'A notebook for differentiable programs.',
    display: 'standalone',
    theme_color: '#faf7f0',
    background_color: '#faf7f0',
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: 'icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ],
  },
  includeManifestIcons: false, // They are among the files below.
  workbox: {
    clientsClaim: true, // Without this, the first visit is not controlled.
    skipWaiting: false,
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true, // `importScripts` is a sink of Trusted Types
    sourcemap: false,
    globPatterns: ['**/*.{html,js,css,svg,md,json,woff2}', '**/codicon-*.ttf'], // Each font is cached only in the format that is used.
    // As for the names of scripts, a short hash tells versions apart.
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map((entry) => ({ ...entry, revision: entry.revision?.slice(0, 7) ?? null })),
      }),
    ],
    maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
    navigateFallback: null, // Other pages of the host do not belong to this application.
    ignoreURLParametersMatching: [/./], // No file here depends on URL parameters: `?embed=1` is the same page.
  },
});

/** The scripts that the page loads first. */
const initial = new Set<string>();

/** Finds the scripts that the page loads first, which need not be named as what other parts load. */
function initialScripts(): Plugin {
  return {
    name: 'initial-scripts',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const add = (file: string): void => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || initial.has(file)) return;
          initial.add(file);
          chunk.imports.forEach(add);
        };
        for (const [file, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(file);
      },
    },
  };
}

const HASHED_SCRIPT = 'assets/[name]-[hash:7].js';

export default defineConfig({
  base: './',
  plugins: [
    react(),
    policyMeta(),
    opening(),
    initialScripts(),
    offlineParts(),
    withoutUnusedMonaco(),
    withoutUnusedPlot(),
    serviceWorker,
  ],
  worker: { format: 'es', plugins: () => [withoutUnusedMonaco()] },
  build: {
    target: 'es2022',
    // These are the first versions with light-dark(): if lowered, a token would have the colour of the current scheme
    // alone (`theme.ts`).
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: {
      polyfill: false, // these versions preload modules
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !initial.has(file)) : files,
    },
    assetsInlineLimit: 0, // no data: fonts, so `font-src 'self'` is enough
    chunkSizeWarningLimit: 4000,
    reportCompressedSize: false,
    // The first script names every part that it may load, and a hash does not compress: a short one tells versions apart.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        entryFileNames: HASHED_SCRIPT,
        chunkFileNames: HASHED_SCRIPT,
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
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
