import { fileURLToPath } from 'node:url';
import { withoutUnusedColours, withShortNames, wordsOfMonaco } from './monaco-words.mjs';

/**
 * Leaves parts of Monaco out of the page that it does not use, about a quarter of Monaco: editors that compare texts, the
 * map of the text beside it, drawing by the graphics processor, pickers of colours, grammars of other editors, widgets
 * of VS Code alone, options that are off, and its worker, which would compute links, words to complete and odd
 * characters. Monaco names their classes, so bundling keeps them.
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
    // Grammars in Monaco's own notation; the page has a tokenizer.
    'editor/standalone/common/monarch/monarchCompile': 'export const compile = () => undefined;',
    'editor/standalone/common/monarch/monarchLexer': 'export class MonarchTokenizer {}',
    // Widgets that no command of the page opens: boxes to choose from, tables, lists in pages, trees with compressed
    // folders, hints of suggestions by a model.
    'base/browser/ui/selectBox/selectBox': 'export class SelectBox {} export const SeparatorSelectOption = {};',
    'base/browser/ui/selectBox/selectBoxCustom': 'export {};',
    'base/browser/ui/table/tableWidget': 'export class Table {}',
    'base/browser/ui/list/listPaging': 'export class PagedList {}',
    'base/browser/ui/tree/compressedObjectTreeModel': `
      export class CompressedObjectTreeModel {}
      export class CompressibleObjectTreeModel {}
      export const DefaultElementMapper = (elements) => elements.at(-1);
      export const compress = (element) => element;
      export const decompress = compress;`,
    'editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget':
      'export class InlineSuggestionHintsContentWidget { static dropDownVisible = false; }',
    'base/browser/ui/animations/animations': `
      export const captureAnimationTarget = () => undefined;
      export const triggerClickAnimation = captureAnimationTarget;`,
    'base/common/observableInternal/logging/debugger/devToolsLogger': 'export class DevToolsLogger {}',
    'editor/browser/controller/editContext/native/screenReaderContentRich': 'export class RichScreenReaderContent {}',
    // Other ways to paste than as plain text.
    'editor/contrib/dropOrPasteInto/browser/copyPasteController':
      'export class CopyPasteController { static get() { return null; } }',
    // Menus of contexts, for which the page keeps the browser's own; pickers of items in a tree.
    'platform/contextview/browser/contextMenuHandler': `
      export class ContextMenuHandler { configure() {} showContextMenu() {} }`,
    'platform/quickinput/browser/tree/quickTree': 'export class QuickTree {}',
    'platform/quickinput/browser/tree/quickInputTreeController': `
      import { Event } from '../../../../base/common/event.js';
      export class QuickInputTreeController {
        tree = { onDidChangeFocus: Event.None, onDidChangeContentHeight: Event.None, setFocus() {}, style() {} };
        onLeave = Event.None;
        onDidAccept = Event.None;
        updateFilterOptions() {}
        layout() {}
        dispose() {}
      }`,
    // The page's options turn these off: a bar for the current line, guides of indentation.
    'editor/browser/viewParts/currentLineHighlight/currentLineHighlight': `
      ${nothingDrawn('CurrentLineHighlightOverlay')}
      export { CurrentLineHighlightOverlay as CurrentLineMarginHighlightOverlay };`,
    'editor/browser/viewParts/indentGuides/indentGuides': nothingDrawn('IndentGuidesOverlay'),
    // Options in their forms of older versions.
    'editor/browser/config/migrateOptions': 'export const migrateOptions = () => undefined;',
    // Sounds, workers, coloured text outside editors, patterns of file names, services of features that are not loaded.
    'platform/accessibilitySignal/browser/accessibilitySignalService': `
      import { createDecorator } from '../../instantiation/common/instantiation.js';
      export const IAccessibilitySignalService = createDecorator('accessibilitySignalService');
      export const AccessibilitySignal = {};`,
    'platform/webWorker/browser/webWorkerServiceImpl': 'export class WebWorkerService {}',
    'editor/standalone/browser/colorizer': 'export class Colorizer {}',
    'base/common/glob': 'export const match = () => false;',
    'editor/common/services/languagesAssociations': `
      export const clearPlatformLanguageAssociations = () => undefined;
      export const registerPlatformLanguageAssociation = clearPlatformLanguageAssociations;
      export const getLanguageIds = () => [];`,
    'editor/browser/services/inlineCompletionsService': 'export {};',
    'editor/common/services/semanticTokensStylingService': 'export {};',
    // The page's own copy of the package, of which Monaco has another; its hooks are those of another instance
    // (`src/app/kit/sanitised.ts`).
    'base/browser/dompurify/dompurify': `
      import createPurify from ${JSON.stringify(fileURLToPath(import.meta.resolve('dompurify')))};
      export default createPurify(window);`,
  }),
);

/** @param {string} name */
function nothingDrawn(name) {
  return `
    import { DynamicViewOverlay } from '../../view/dynamicViewOverlay.js';
    export class ${name} extends DynamicViewOverlay { prepareRender() {} render() { return ''; } }`;
}

/** @returns {import('vite').Plugin} */
export function withoutUnusedMonaco() {
  return {
    name: 'without-unused-monaco',
    apply: 'build',
    load(id) {
      const [, module] = MODULE.exec(id) ?? [];
      return module === undefined ? undefined : UNUSED.get(module);
    },
    transform(code, id) {
      const [, module] = MODULE.exec(id) ?? [];
      if (module === undefined) return undefined;
      const change = CHANGES.get(module);
      const changed = change?.(code) ?? code;
      if (change !== undefined && changed === code)
        throw new Error(`Monaco's ${module} has changed: see scripts/monaco-plugin.mjs`);
      return { code: withShortNames(changed.replaceAll(/(?<=\blocalize2?\()\d+/gu, '0')), map: null };
    },
  };
}

const MODULE = /monaco-editor\/esm\/vs\/(.*)\.js$/;

const CHANGES = new Map(
  Object.entries({
    // The descriptions of options, colours and states, which only a list of settings would show.
    'editor/common/config/editorOptions': withoutTexts,
    'editor/common/core/editorColorRegistry': withoutTextsAndColours,
    'editor/common/config/editorConfigurationSchema': withoutTexts,
    'editor/common/editorContextKeys': withoutTexts,
    'editor/contrib/symbolIcons/browser/symbolIcons': withoutTexts,
    'editor/contrib/wordHighlighter/browser/highlightDecorations': withoutTexts,
    'platform/list/browser/listService': withoutTexts,
    ...Object.fromEntries(
      ['base', 'editor', 'input', 'list', 'menu', 'minimap', 'misc', 'quickpick', 'search'].map((group) => [
        `platform/theme/common/colors/${group}Colors`,
        withoutTextsAndColours,
      ]),
    ),
    // The characters that look like others, which the worker would look for.
    'base/common/strings': (code) =>
      code.replaceAll(/JSON\.parse\('\{\\"_common(?:[^'\\]|\\.)*'\)/gu, '({_common: []})'),
    // Paths of files on Windows.
    'base/common/path': (code) =>
      code.replace(/^const win32 = \{[^]*?^\};/mu, 'const win32 = {};').replace("(platform === 'win32')", 'false'),
    'platform/actions/common/actions': (code) =>
      code.replaceAll(/^ {4}static \{ this\.(\w+) = new MenuId\('\w+'\); \}\n/gmu, (line, name) =>
        wordsOfMonaco().has(name) ? line : '',
      ),
    // The numbers of options, by which the page asks for none.
    'editor/common/standalone/standaloneEnums': (code) =>
      code.replace(
        /\(function \(EditorOption\) \{[^}]*\}\)\(EditorOption \|\| \(EditorOption = \{\}\)\);/u,
        'EditorOption = {};',
      ),
    // The icons that no module names.
    'base/common/codiconsLibrary': (code) => {
      const words = wordsOfMonaco();
      return code.replaceAll(/^ {4}(\w+): register\('([\w-]+)', .*\n/gmu, (line, key, icon) =>
        words.has(key) || words.has(icon) ? line : '',
      );
    },
  }),
);

/** @param {string} code */
function withoutTextsAndColours(code) {
  return withoutUnusedColours(withoutTexts(code));
}

/**
 * Returns code whose texts for people are empty.
 *
 * @param {string} code
 */
function withoutTexts(code) {
  return code.replaceAll(/(localize\(\d+, )(["'])(?:(?!\2)[^\\]|\\.)*\2/gu, '$1""');
}
