import { fileURLToPath } from 'node:url';

/**
 * Leaves parts of Monaco out of the page that it does not use, about 15 % of Monaco: editors that compare texts, the
 * map of the text beside it, drawing by the graphics processor, pickers of colours, grammars of other editors, options
 * that are off, and its worker, which would compute links, words to complete and odd characters. Monaco names their
 * classes, so bundling keeps them.
 */
const UNUSED = new Map(
  Object.entries({
    'editor/browser/widget/diffEditor/diffEditorWidget': 'export class DiffEditorWidget {}',
    'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget': 'export class MultiDiffEditorWidget {}',
    'editor/common/diff/linesDiffComputers': 'export const linesDiffComputers = {};',
    'editor/browser/viewParts/minimap/minimap': `
      import { createFastDomNode } from '../../../../base/browser/fastDomNode.js';
      import { ViewPart } from '../../view/viewPart.js';
      export class Minimap extends ViewPart {
        #node = createFastDomNode(document.createElement('div'));
        getDomNode() { return this.#node; }
        prepareRender() {}
        render() {}
      }`,
    // Formatting replaces all of a cell's text; an edit for each difference keeps the cursor where it is.
    'editor/browser/services/editorWorkerService': `
      import { stringDiff } from '../../../base/common/diff/diff.js';
      import { Range } from '../../common/core/range.js';
      import { IModelService } from '../../common/services/model.js';
      const MOST_COMPARED = 100000;
      export class EditorWorkerClient {}
      export class EditorWorkerService {
        constructor(models) { this.models = models; }
        canComputeUnicodeHighlights() { return false; }
        canNavigateValueSet() { return false; }
        canComputeWordRanges() { return false; }
        async findSectionHeaders() { return []; }
        async computeDefaultDocumentColors() { return []; }
        async computeMoreMinimalEdits(resource, edits) {
          const model = this.models.getModel(resource);
          return edits?.flatMap((edit) => {
            const { range, text } = edit;
            const old = model.getValueInRange(range);
            if (Math.max(old.length, text.length) > MOST_COMPARED) return [edit];
            const from = model.getOffsetAt(Range.getStartPosition(range));
            return stringDiff(old, text, false).map((change) => {
              const start = model.getPositionAt(from + change.originalStart);
              const end = model.getPositionAt(from + change.originalStart + change.originalLength);
              const length = change.modifiedLength;
              return { range: Range.fromPositions(start, end), text: text.substr(change.modifiedStart, length) };
            });
          });
        }
      }
      IModelService(EditorWorkerService, undefined, 0);`,
    'editor/browser/gpu/viewGpuContext': 'export class ViewGpuContext {}',
    'editor/browser/viewParts/viewLinesGpu/viewLinesGpu': 'export class ViewLinesGpu {}',
    'editor/browser/viewParts/rulersGpu/rulersGpu': 'export class RulersGpu {}',
    'editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend':
      'export class TreeSitterSyntaxTokenBackend {}',
    'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPicker':
      'export const isOnColorDecorator = () => false;',
    'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant':
      'export class ColorHover {} export class HoverColorPickerParticipant {}',
    // Other ways to paste than as plain text.
    'editor/contrib/dropOrPasteInto/browser/copyPasteController':
      'export class CopyPasteController { static get() { return null; } }',
    // The page's own copy of the package, of which Monaco has another; its hooks are those of another instance
    // (`src/app/kit/sanitised.ts`).
    'base/browser/dompurify/dompurify': `
      import createPurify from ${JSON.stringify(fileURLToPath(import.meta.resolve('dompurify')))};
      export default createPurify(window);`,
  }),
);

/** @returns {import('vite').Plugin} */
export function withoutUnusedMonaco() {
  return {
    name: 'without-unused-monaco',
    apply: 'build',
    load(id) {
      const [, module] = /monaco-editor\/esm\/vs\/(.*)\.js$/.exec(id) ?? [];
      return module === undefined ? undefined : UNUSED.get(module);
    },
    transform(code, id) {
      if (!id.endsWith('monaco-editor/esm/vs/editor/common/config/editorOptions.js')) return undefined;
      // The descriptions of options, which only a list of settings would show.
      return { code: code.replaceAll(/(localize\(\d+, )(["'])(?:(?!\2)[^\\]|\\.)*\2/gu, '$1""'), map: null };
    },
  };
}
