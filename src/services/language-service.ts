import { sourceOf } from '../language/source/position';
import { format } from '../language/syntax/format';
import { isTable, readTable, type Table } from '../notebook/table';
import { editedTable } from '../notebook/table-edits';
import { tableWindow, withoutWrongRows } from '../notebook/table-window';
import type { LanguageApi, LanguageWorker } from '../protocol/language-worker';
import type { Task } from '../semantics/task';
import { work } from './work';
import { completions } from './editing/completions';
import { fixesOf } from './editing/fixes';
import { mentionAt, mentionPlaces, nameAround, nameAt, placedNames } from './editing/names';
import { foldsOf, symbolsOf } from './editing/outline';
import { renamable, renameAt } from './editing/rename';
import { signatureHelp } from './editing/signature-help';
import { checkCells } from './cells';
import { dataReply } from './data-reply';
import { createChecking, createFrontEnd, describeInput } from './front-end';
import { newestOnly } from './newest';
import { parseCell } from './parse-cell';
import { runInSlices, type YieldToEventLoop } from './slices';

/** What the language worker answers, as tasks. */
export type LanguageTasks = {
  readonly [Name in keyof LanguageApi]: (request: RequestOf<Name>) => Task<ReturnType<LanguageApi[Name]>>;
};

type RequestOf<Name extends keyof LanguageApi> = Parameters<LanguageApi[Name]>[0];

/** Returns what the language worker exposes. It answers in slices, so that newer questions are received meanwhile. */
export function createLanguageService(yieldToEventLoop: YieldToEventLoop): LanguageWorker {
  const tasks = createLanguageTasks();
  const start = newestOnly();
  const answer = async <Request, Reply>(
    kind: string,
    task: (request: Request) => Task<Reply>,
    request: Request,
  ): Promise<Reply | undefined> => {
    const isStale = start(kind);
    // An older question that is between two slices stops before this one starts to work.
    await yieldToEventLoop();
    if (isStale()) return undefined;
    return (await runInSlices(task(request), yieldToEventLoop, isStale))?.value;
  };
  return {
    // The check for an exported page (revision 0) and the page's own do not replace each other.
    check: (request) => answer(request.revision === 0 ? 'check apart' : 'check', tasks.check, request),
    format: (request) => answer('format', tasks.format, request),
    hover: (request) => answer('hover', tasks.hover, request),
    completions: (request) => answer('completions', tasks.completions, request),
    signatureHelp: (request) => answer('signatureHelp', tasks.signatureHelp, request),
    definition: (request) => answer('definition', tasks.definition, request),
    references: (request) => answer('references', tasks.references, request),
    renamable: (request) => answer('renamable', tasks.renamable, request),
    rename: (request) => answer('rename', tasks.rename, request),
    // The editor asks these of every cell.
    symbols: async (request) => (await runInSlices(tasks.symbols(request), yieldToEventLoop, never))?.value,
    folds: async (request) => (await runInSlices(tasks.folds(request), yieldToEventLoop, never))?.value,
    fixes: (request) => answer('fixes', tasks.fixes, request),
    soundRows: async (text) => (await runInSlices(tasks.soundRows(text), yieldToEventLoop, never))?.value,
    tableEdit: async (request) => (await runInSlices(tasks.tableEdit(request), yieldToEventLoop, never))?.value,
    table: async (request) => (await runInSlices(tasks.table(request), yieldToEventLoop, never))?.value,
    dataFile: async (request) => (await runInSlices(tasks.dataFile(request), yieldToEventLoop, never))?.value,
    ping: work,
  };
}

function never(): boolean {
  return false;
}

export function createLanguageTasks(): LanguageTasks {
  const { check, upTo, probe } = createChecking();
  const renamed = createFrontEnd();
  let shown: { readonly text: string; readonly table: Table } | undefined;
  return {
    *check({ revision, cells }) {
      const checked = yield* check(cells);
      return { revision, inputs: checked.inputs.map(describeInput), cells: checkCells(checked) };
    },
    // A cell's text has no final line ending.
    // eslint-disable-next-line require-yield -- a text is formatted at once
    *format(text) {
      if (isTable(text)) return text;
      const formatted = format(text);
      return formatted.diagnostics.length > 0 ? text : formatted.text.replace(/\n$/, '');
    },
    *hover({ cells, at }) {
      const found = mentionAt((yield* upTo(cells, at.cell)).mentionsOf(at.cell), at);
      if (found === undefined) return undefined;
      const { file } = sourceOf(cells, found.definition?.cell ?? -1);
      const documentation = file === undefined ? found.documentation : `Imported from “${file}”.`;
      return { span: found.span, signature: found.signature, documentation };
    },
    completions: ({ cells, at }) => completions(probe, cells, at),
    signatureHelp: ({ cells, at }) => signatureHelp(probe, cells, at),
    *definition({ cells, at }) {
      return nameAround(cells, yield* upTo(cells, at.cell), at)?.definition;
    },
    *references({ cells, at }) {
      const names = placedNames(cells, (yield* check(cells)).mentions);
      const definition = nameAt(names, at)?.definition;
      return definition === undefined ? [] : mentionPlaces(names, definition);
    },
    *renamable({ cells, at }) {
      return renamable(cells, yield* upTo(cells, at.cell), at);
    },
    *rename({ cells, at, name }) {
      return renameAt(cells, yield* check(cells), renamed, at, name);
    },
    *symbols({ cells, cell }) {
      const { trees, mentionsOf } = yield* upTo(cells, cell);
      const tree = trees[cell];
      return tree === undefined ? [] : symbolsOf(tree, mentionsOf(cell));
    },
    // eslint-disable-next-line require-yield -- a cell is parsed at once
    *folds({ cells, cell }) {
      const text = cells[cell] ?? '';
      return foldsOf(text, cell, parseCell(text, cell).program);
    },
    *fixes({ cells, cell }) {
      return fixesOf(yield* upTo(cells, cell), cells, cell);
    },
    *tableEdit({ text, edit }) {
      yield;
      return editedTable(readTable(text, 0), text, edit);
    },
    *soundRows(text) {
      yield;
      return withoutWrongRows(readTable(text, 0), text);
    },
    *table({ text, from, to }) {
      yield;
      const { table } = shown?.text === text ? shown : (shown = { text, table: readTable(text, 0) });
      // The worker answers whether it is alive between the reading of a long table and its summary.
      yield;
      return tableWindow(table, from, to);
    },
    *dataFile({ cells, name, bytes }) {
      return yield* dataReply((yield* check(cells)).trees, name, bytes);
    },
  };
}
