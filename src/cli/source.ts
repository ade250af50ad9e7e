import { playground, printNotebook, programCells, programOf } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import { exercisesOf } from '../notebook/exercises';
import type { Exercise } from '../notebook/exercises';
import type { CellExpectation } from '../notebook/metadata';
import { parseMetadata } from '../notebook/metadata';
import { settingsOf } from '../notebook/settings';
import type { Settings } from '../services/program';

/** A file, as the program or the notebook that it holds. */
export interface Source {
  /** As it was read. */
  readonly content: string;
  /** The program's cells in reading order: one, for a program. */
  readonly texts: readonly string[];
  /** The file as a notebook: what a share link holds. */
  readonly markdown: string;
  /** The values that a notebook's fences give the inputs. */
  readonly settings: Settings;
  /** What a notebook's front matter says of its code cells; undefined for a program. */
  readonly promises: Promises | undefined;
  readonly exercises: readonly Exercise[];
}

export interface Promises {
  readonly expects: readonly CellExpectation[];
  /** Which of the program's cells hold code: the others are tables, of which nothing is promised. */
  readonly codeCells: readonly CodePlace[];
  /** What of the front matter could not be understood, in plain words. */
  readonly problems: readonly string[];
}

export interface CodePlace {
  readonly cell: number;
  /** `focus=NAME` of its fence. */
  readonly focus: string | undefined;
}

export function readSource(file: string, content: string): Source {
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/\.(md|markdown)$/i.test(file))
    return {
      content,
      texts: [text],
      markdown: printNotebook(playground(text)),
      settings: {},
      promises: undefined,
      exercises: [],
    };
  const notebook = parseNotebook(text);
  const codeCells = programOf(notebook).flatMap(({ tag, attributes }, cell) =>
    tag === 'code' ? [{ cell, focus: attributes['focus'] }] : [],
  );
  return {
    content,
    texts: programCells(notebook),
    markdown: text,
    settings: settingsOf(notebook),
    promises: { ...parseMetadata(notebook.frontMatter), codeCells },
    exercises: exercisesOf(notebook),
  };
}
