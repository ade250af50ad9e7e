/**
 * Leaves parts of Monaco out of the page that it does not use, about 8 % of Monaco: editors that compare texts, the
 * map of the text beside it, and drawing by the graphics processor, options that are off. Monaco names their classes, so
 * bundling keeps them.
 */
const UNUSED = new Map(
  Object.entries({
    'browser/widget/diffEditor/diffEditorWidget': 'export class DiffEditorWidget {}',
    'browser/widget/multiDiffEditor/multiDiffEditorWidget': 'export class MultiDiffEditorWidget {}',
    'common/diff/linesDiffComputers': 'export const linesDiffComputers = {};',
    'browser/viewParts/minimap/minimap': `
      import { createFastDomNode } from '../../../../base/browser/fastDomNode.js';
      import { ViewPart } from '../../view/viewPart.js';
      export class Minimap extends ViewPart {
        #node = createFastDomNode(document.createElement('div'));
        getDomNode() { return this.#node; }
        prepareRender() {}
        render() {}
      }`,
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
    transform(code, id) {
      if (!id.endsWith('monaco-editor/esm/vs/editor/common/config/editorOptions.js')) return undefined;
      // The descriptions of options, which only a list of settings would show.
      return { code: code.replaceAll(/(localize\(\d+, )(["'])(?:(?!\2)[^\\]|\\.)*\2/gu, '$1""'), map: null };
    },
  };
}
