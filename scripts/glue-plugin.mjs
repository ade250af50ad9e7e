/**
 * The code that compiled modules contain, as `virtual:glue`: `glue`, an expression whose value is what
 * `src/compile/module/glue/glue.ts` exports; and expressions for what only some modules need, by name: the functions of
 * `src/language/operations/functions.ts`, the codecs, and the rest.
 */
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { build, transformWithOxc } from 'vite';

const ID = 'virtual:glue';
const GLUE = 'src/compile/module/glue';
const PARTS = {
  functions: 'src/language/operations/functions.ts',
  codecs: `${GLUE}/codecs/all.ts`,
  extras: `${GLUE}/extras.ts`,
};
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** @returns {import('vite').Plugin} */
export function glueText() {
  return {
    name: 'glue-text',
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const glue = await expression(`export * from ${JSON.stringify(path(`${GLUE}/glue.ts`))};`);
      const lines = [`export const glue = ${JSON.stringify(glue)};`];
      for (const [name, file] of Object.entries(PARTS))
        lines.push(`export const ${name} = ${JSON.stringify(await expressions(path(file)))};`);
      return lines.join('\n');
    },
  };
}

/** Returns an expression for each export of a module. */
async function expressions(file) {
  const { exports: names } = await bundle(file, 'es');
  const found = [];
  for (const name of names)
    found.push([name, await expression(`export { ${name} as default } from ${JSON.stringify(file)};`)]);
  return Object.fromEntries(found);
}

/** Returns an expression for what a module exports. */
async function expression(source) {
  const { code } = await bundle(ENTRY, 'iife', source);
  const small = await minify(code, SMALL);
  return small.code.replace(/^(?:var|const|let) result=/, '').replace(/;$/, '');
}

const ENTRY = 'virtual:entry';

/** A field that a constructor sets needs no line of its own, whatever the types of the project say. */
const PLAIN = {
  target: 'es2022',
  tsconfig: false,
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

/** Terser makes the code smaller than the bundler does. Functions can be arrows, because `new` takes only classes here. */
const SMALL = { ecma: 2020, compress: { passes: 3, unsafe_arrows: true } };

async function bundle(input, format, source) {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    oxc: false,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? source : undefined),
        transform: { filter: { id: /\.ts$/ }, handler: (code, id) => transformWithOxc(code, id, PLAIN) },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rollupOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { format, name: 'result', codeSplitting: false, generatedCode: { symbols: false } },
      },
    },
  });
  const [script, ...others] = [built].flat().flatMap(({ output }) => output);
  if (script === undefined || others.length > 0) throw new Error(`${input} must become one script`);
  return script;
}
