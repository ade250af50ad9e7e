/**
 * Leaves Monaco's editors that compare texts out of the page, about 6 % of Monaco. Its interface names their classes, so
 * bundling keeps them although the page makes no such editor.
 */
const UNUSED = /monaco-editor\/esm\/vs\/editor\/browser\/widget\/\w+\/(diffEditorWidget|multiDiffEditorWidget)\.js$/;

/** The classes that Monaco's interface mentions. */
const CLASSES = { diffEditorWidget: 'DiffEditorWidget', multiDiffEditorWidget: 'MultiDiffEditorWidget' };

/** @returns {import('vite').Plugin} */
export function withoutDiffEditors() {
  return {
    name: 'without-diff-editors',
    apply: 'build',
    load(id) {
      const [, module] = UNUSED.exec(id) ?? [];
      return module === undefined ? undefined : `export class ${CLASSES[module]} {}`;
    },
  };
}
