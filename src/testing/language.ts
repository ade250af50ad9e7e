import type { LanguageApi } from '../protocol/language-worker';
import { drain } from '../semantics/task';
import { createLanguageTasks } from '../services/language-service';

/** The language worker's answers, at once. */
export function newLanguageApi(): LanguageApi {
  const tasks = createLanguageTasks();
  return {
    check: (request) => drain(tasks.check(request)),
    format: (request) => drain(tasks.format(request)),
    hover: (request) => drain(tasks.hover(request)),
    completions: (request) => drain(tasks.completions(request)),
    signatureHelp: (request) => drain(tasks.signatureHelp(request)),
    definition: (request) => drain(tasks.definition(request)),
    references: (request) => drain(tasks.references(request)),
    renamable: (request) => drain(tasks.renamable(request)),
    rename: (request) => drain(tasks.rename(request)),
    symbols: (request) => drain(tasks.symbols(request)),
    folds: (request) => drain(tasks.folds(request)),
    fixes: (request) => drain(tasks.fixes(request)),
    soundRows: (text) => drain(tasks.soundRows(text)),
    tableEdit: (request) => drain(tasks.tableEdit(request)),
    table: (request) => drain(tasks.table(request)),
    dataFile: (request) => drain(tasks.dataFile(request)),
  };
}
