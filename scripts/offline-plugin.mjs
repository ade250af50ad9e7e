/**
 * Provides the parts of every offline page as `virtual:offline`: its script and its engine, each in one file without
 * imports, its style sheet, and the hashes for its policy. The scripts are classic ones, because a page opened from
 * disk cannot load modules.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ID = 'virtual:offline';

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
      const page = await bundle('../src/offline/page.ts');
      const engine = await bundle('../workers/offline.worker.ts');
      const file = (name, source) =>
        serving
          ? JSON.stringify(`data:text/javascript,${encodeURIComponent(source)}`)
          : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
      return [
        `export const scriptUrl = ${file('offline-script.js', page.script)};`,
        `export const engineUrl = ${file('offline-engine.js', engine.script)};`,
        `export const style = ${JSON.stringify(page.style)};`,
        `export const scriptHash = ${JSON.stringify(hashOf(page.script))};`,
        `export const styleHash = ${JSON.stringify(hashOf(page.style))};`,
      ].join('\n');
    },
  };
}

async function bundle(entry) {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false, // A script of this kind would otherwise create a style element itself.
      rollupOptions: { input: fileURLToPath(new URL(entry, import.meta.url)), output: { format: 'iife' } },
    },
  });
  const files = [built].flat().flatMap(({ output }) => output);
  const scripts = files.filter(({ type }) => type === 'chunk');
  const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
  if (scripts.length !== 1 || styles.length > 1) throw new Error(`${entry} must become one script`);
  return { script: inert(scripts[0].code), style: String(styles[0]?.source ?? '').replace(/\/\*.*?\*\/|\n/g, '') };
}

/**
 * Returns a script's text for use in HTML. The replaced characters occur only in strings and regular expressions, where
 * the escapes mean the same. `<script` needs no escape: it only matters after `<!--`.
 */
function inert(script) {
  return script.replace(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '\\x3c!--');
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
