import { format } from '../language/syntax/format';
import { isTable } from '../notebook/table';
import type { LanguageApi } from '../protocol/messages';
import { completions } from './editing/completions';
import { fixesOf } from './editing/fixes';
import { mentionAt, nameAt, placedNames, mentionPlaces } from './editing/names';
import { foldsOf, symbolsOf } from './editing/outline';
import { createProbing } from './editing/probing';
import { renamable, renameAt } from './editing/rename';
import { signatureHelp } from './editing/signature-help';
import { checkCells } from './cells';
import { createFrontEnd, describeInput } from './front-end';

/** Returns the interface of the language worker. */
export function createLanguageService(): LanguageApi {
  const frontEnd = createFrontEnd();
  const renamed = createFrontEnd();
  const probe = createProbing();
  return {
    check({ revision, cells }) {
      const checked = frontEnd(cells);
      const { diagnostics, inputs } = checked;
      return { revision, diagnostics, inputs: inputs.map(describeInput), cells: checkCells(checked) };
    },
    // A cell's text has no final line ending.
    format: (text) => {
      if (isTable(text)) return text;
      const formatted = format(text);
      return formatted.diagnostics.length > 0 ? text : formatted.text.replace(/\n$/, '');
    },
    hover({ cells, at }) {
      const found = mentionAt(frontEnd(cells), at);
      return found && { span: found.span, signature: found.signature, documentation: found.documentation };
    },
    completions: ({ cells, at }) => completions(probe, cells, at),
    signatureHelp: ({ cells, at }) => signatureHelp(probe, cells, at),
    definition: ({ cells, at }) => nameAt(placedNames(cells, frontEnd(cells).mentions), at)?.definition,
    references({ cells, at }) {
      const names = placedNames(cells, frontEnd(cells).mentions);
      const definition = nameAt(names, at)?.definition;
      return definition === undefined ? [] : mentionPlaces(names, definition);
    },
    renamable: ({ cells, at }) => renamable(cells, frontEnd(cells), at),
    rename: ({ cells, at, name }) => renameAt(cells, frontEnd(cells), renamed, at, name),
    symbols({ cells, cell }) {
      const { trees, mentions } = frontEnd(cells);
      const tree = trees[cell];
      return tree === undefined ? [] : symbolsOf(tree, mentions);
    },
    folds({ cells, cell }) {
      const tree = frontEnd(cells).trees[cell];
      return tree === undefined ? [] : foldsOf(cells[cell] ?? '', cell, tree);
    },
    fixes: ({ cells, cell }) => fixesOf(frontEnd(cells), cells, cell),
  };
}
