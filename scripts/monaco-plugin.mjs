/**
 * Leaves parts of Monaco out of the page that it does not use, about 8 % of Monaco: editors that compare texts, and
 * drawing by the graphics processor, an option that is off. Monaco names their classes, so bundling keeps them.
 */
const UNUSED = new Map(
  Object.entries({
    'browser/widget/diffEditor/diffEditorWidget': 'export class DiffEditorWidget {}',
    'browser/widget/multiDiffEditor/multiDiffEditorWidget': 'export class MultiDiffEditorWidget {}',
    'common/diff/linesDiffComputers': 'export const linesDiffComputers = {};',
    'browser/gpu/viewGpuContext': 'export class ViewGpuContext {}',
    'browser/viewParts/viewLinesGpu/viewLinesGpu': 'export class ViewLinesGpu {}',
    'browser/viewParts/rulersGpu/rulersGpu': 'export class RulersGpu {}',
  }),
);

/** @returns {import('vite').Plugin} */
export function withoutUnusedMonaco() {
  return {
    name: 'without-unused-monaco',
    apply: 'build',
    load(id) {
      const [, module] = /monaco-editor\/esm\/vs\/editor\/(.*)\.js$/.exec(id) ?? [];
      return module === undefined ? undefined : UNUSED.get(module);
    },
  };
}
