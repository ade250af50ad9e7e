import { playground, printNotebook, programCells, programOf } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import { ownText } from '../language/source/imported';
import { isNotebookName } from '../notebook/imports';
import { engineCells, type EngineCell } from '../notebook/document';
import { exercisesOf } from '../notebook/exercises';
import type { Exercise } from '../notebook/exercises';
import { type Prompt, promptFaults, type PromptFault, promptsOf } from '../notebook/prompts';
import type { CellExpectation } from '../notebook/metadata';
import { parseMetadata } from '../notebook/metadata';
import { settingsOf } from '../notebook/settings';
import type { Settings } from '../services/settings';
import { withSolutions } from './shipped';

/** A file, read as a program or as a notebook. */
export interface Source {
  /** The file as it was read. */
  readonly content: string;
  /** The program's cells in reading order; a program file is one cell. */
  readonly texts: readonly string[];
  /** The file as a notebook, which is what a share link holds. */
  readonly markdown: string;
  /** The input values in the notebook's fences. */
  readonly settings: Settings;
  /** The imported cells that the notebook carries. */
  readonly carried: readonly string[];
  /** What the notebook's front matter promises about its code cells; undefined for a program. */
  readonly promises: Promises | undefined;
  readonly exercises: readonly Exercise[];
  /** The cells that hold answers to exercises: `from=NOTEBOOK/ID` on fences. */
  readonly holding: readonly HoldingCell[];
  readonly prompts: readonly Prompt[];
  /** What is wrong with prompts and hints as they are written. */
  readonly promptFaults: readonly PromptFault[];
  /** The engines that the notebook defines: `engine=NAME` on fences. */
  readonly engines: readonly EngineCell[];
}

export interface HoldingCell {
  readonly cell: number;
  readonly key: string;
}

export interface Promises {
  readonly expects: readonly CellExpectation[];
  /** The program's code cells. The other cells are tables, about which nothing is promised. */
  readonly codeCells: readonly CodePlace[];
  /** What could not be read in the front matter, as messages. */
  readonly problems: readonly string[];
}

export interface CodePlace {
  readonly cell: number;
  /** The `focus=NAME` attribute of the cell's fence. */
  readonly focus: string | undefined;
}

export function readSource(file: string, content: string): Source {
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!isNotebookName(file))
    return {
      content,
      texts: [ownText(text)],
      markdown: printNotebook(playground(text)),
      settings: {},
      carried: [],
      promises: undefined,
      exercises: [],
      holding: [],
      prompts: [],
      promptFaults: [],
      engines: [],
    };
  const notebook = withSolutions(parseNotebook(text));
  const codeCells = programOf(notebook).flatMap(({ tag, attributes }, cell) =>
    tag === 'code' ? [{ cell, focus: attributes['focus'] }] : [],
  );
  return {
    content,
    texts: programCells({ ...notebook, imported: [] }),
    markdown: text,
    settings: settingsOf(notebook),
    carried: notebook.imported,
    promises: { ...parseMetadata(notebook.frontMatter), codeCells },
    exercises: exercisesOf(notebook),
    holding: programOf(notebook).flatMap(({ tag, attributes: { from: key } }, cell) =>
      tag === 'code' && key !== undefined ? [{ cell, key }] : [],
    ),
    prompts: promptsOf(notebook),
    promptFaults: promptFaults(notebook),
    engines: engineCells(notebook),
  };
}
