/**
 * Imports run downward:
 *   language <- semantics <- compile <- ad;  all of these <- notebook <- protocol <- services <- workers, cli, api, app.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const layers = {
  language: [],
  semantics: ['language'],
  compile: ['language', 'semantics'],
  ad: ['language', 'semantics', 'compile'],
  notebook: ['language', 'semantics', 'compile', 'ad'],
  protocol: ['language', 'semantics', 'compile', 'ad', 'notebook'],
  services: ['language', 'semantics', 'compile', 'ad', 'notebook', 'protocol'],
  cli: ['language', 'semantics', 'compile', 'ad', 'notebook', 'protocol', 'services'],
  api: ['language', 'semantics', 'compile', 'ad', 'protocol', 'services'],
  app: ['language', 'semantics', 'compile', 'ad', 'notebook', 'protocol'],
};
/** The layers of the application, each with those that it may import. */
const application = {
  kit: [],
  store: ['kit'],
  workers: ['kit', 'store'],
  shelf: ['kit', 'store', 'workers'],
  charts: ['kit'],
  editor: ['kit', 'store', 'workers', 'shelf', 'charts'],
  panels: ['kit', 'store', 'workers', 'shelf', 'charts'],
  notebook: ['kit', 'store', 'workers', 'shelf', 'charts', 'editor', 'panels'],
  offline: ['kit', 'store', 'workers', 'charts', 'panels', 'notebook'],
  page: ['kit', 'store', 'workers', 'shelf', 'charts', 'editor', 'panels', 'notebook', 'offline'],
};
const test = '\\.test\\.tsx?$';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'imports of types count too',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).map(([layer, below]) => ({
      name: `${layer}-imports-downward`,
      severity: 'error',
      from: { path: `^src/${layer}/`, pathNot: test },
      to: { path: '^(src|workers)/', pathNot: [layer, ...below].map((name) => `^src/${name}/`) },
    })),
    ...Object.entries(application).map(([layer, below]) => ({
      name: `app-${layer}-imports-downward`,
      severity: 'error',
      from: { path: `^src/app/${layer}/`, pathNot: test },
      to: { path: '^src/app/', pathNot: [layer, ...below].map((name) => `^src/app/${name}/`) },
    })),
    {
      name: 'no-packages-below-notebook',
      comment: 'language, semantics, the compiler and the engines are our field: they import nothing',
      severity: 'error',
      from: { path: '^src/(language|semantics|compile|ad)/', pathNot: test },
      to: { path: 'node_modules' },
    },
    {
      name: 'papers-do-not-know-each-other',
      comment:
        'each folder of src/ad follows one paper, except `translation` and `notation`, which several papers share, and `inner`, which replaces derivatives inside the program by the translations of Krawiec et al. and Huot et al.',
      severity: 'error',
      from: { path: '^src/ad/([^/]+)/', pathNot: [test, '^src/ad/inner/'] },
      to: { path: '^src/ad/[^/]+/', pathNot: '^src/ad/($1|translation|notation)/' },
    },
    {
      name: 'workers-see-services',
      severity: 'error',
      from: { path: '^workers/' },
      to: { pathNot: ['^src/(services|protocol)/', '^workers/', 'node_modules/comlink/'] },
    },
    {
      name: 'monaco-only-in-editor',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/editor/', '\\.d\\.ts$'] },
      to: { path: 'node_modules/monaco-editor' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/testing/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.app.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
};
