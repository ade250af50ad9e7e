/**
 * The parts that every exported page has in common, as `virtual:offline`: its script, in one file without imports; its
 * engine, which is the site's run worker; its style sheet; and the hashes by which its policy knows them. The script is a
 * module that stands in the page, because a page that is opened from a disk cannot load one. All are files of the site,
 * which only an export loads.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { withoutUnusedPlot } from './plot-plugin.mjs';

const ID = 'virtual:offline';
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Modules of the site that an exported page has its own versions of. */
const REPLACED = new Map(
  Object.entries({
    'src/app/kit/embedding.ts': 'src/app/offline/embedding.ts',
    'src/app/workers/start-worker.ts': 'src/app/offline/start-worker.ts',
    'src/app/workers/wanted.ts': 'src/app/offline/wanted.ts',
  }).map(([module, own]) => [path(module), path(own)]),
);

/** Preact does what the exported page needs of React, and is a tenth of its size. */
const SMALL_REACT = [
  { find: /^react(-dom)?$/u, replacement: 'preact/compat' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
];

/** @type {import('vite').Plugin} */
const replaceModules = {
  name: 'offline-modules',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    // It changes what a selection can do, and nothing in the page moves by it.
    if (found?.id.includes('/d3-transition/')) return { ...found, moduleSideEffects: false };
    return REPLACED.get(found?.id) ?? found;
  },
};

/** @returns {import('vite').Plugin} */
export function offlineParts() {
  let serving = false;
  return {
    name: 'offline-parts',
    configResolved({ command }) {
      serving = command === 'serve';
    },
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { script, style } = await bundle('src/app/offline/page.ts');
      const urlOf = (name, kind, source) =>
        serving
          ? JSON.stringify(asData(kind, source))
          : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
      const engine = path('workers/program.worker.ts');
      return [
        `export const scriptUrl = ${urlOf('offline-script.js', 'text/javascript', script)};`,
        `export const styleUrl = ${urlOf('offline-style.css', 'text/css', style)};`,
        // The development server does not bundle workers.
        serving
          ? `export const engineUrl = ${JSON.stringify(asData('text/javascript', (await bundle('workers/program.worker.ts')).script))};`
          : `export { default as engineUrl } from ${JSON.stringify(`${engine}?worker&url`)};`,
        `export const scriptHash = ${JSON.stringify(hashOf(script))};`,
        `export const styleHash = ${JSON.stringify(hashOf(style))};`,
      ].join('\n');
    },
  };
}

function asData(kind, text) {
  return `data:${kind},${encodeURIComponent(text)}`;
}

async function bundle(entry) {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), replaceModules, withoutUnusedPlot()],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: SMALL_REACT },
    build: {
      write: false,
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // as in vite.config.ts
      modulePreload: false,
      cssCodeSplit: false, // one style sheet, whose hash is in the policy
      rollupOptions: {
        input: path(entry),
        preserveEntrySignatures: 'strict', // the site imports `exportCells`
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        output: { format: 'es', codeSplitting: false },
      },
    },
  });
  const files = [built].flat().flatMap(({ output }) => output);
  const scripts = files.filter(({ type }) => type === 'chunk');
  const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
  if (scripts.length !== 1 || styles.length > 1) throw new Error(`${entry} must become one script`);
  return { script: inert(scripts[0].code), style: String(styles[0]?.source ?? '').replace(/\/\*.*?\*\/|\n/g, '') };
}

/** The script without what would end its element. These characters stand only in strings, where the escapes mean the same. */
function inert(script) {
  return script.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '\\x3c!--');
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
