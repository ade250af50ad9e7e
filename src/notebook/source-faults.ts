import type { Diagnostic } from '../language/source/diagnostic';
import { blocksOf } from './blocks';
import { AUDIENCES } from './audiences';
import { frontMatterFaults, type SourceFault } from './front-matter-faults';
import { type Notebook, type NotebookCell, programOf } from './document';
import { promptFaults } from './prompts';
import { audiencesOf } from './screens';

/** The attribute without which a block is only shown as text. */
const NEEDED: Readonly<Record<string, string>> = {
  csv: 'name=NAME',
  checks: 'exercise=ID',
  wrong: 'exercise=ID',
  hint: 'exercise=ID',
  predict: 'id=ID',
  recall: 'id=ID',
};

/**
 * Returns what is wrong with the Markdown of a notebook, in the order of its lines: the front matter, the blocks and their
 * attributes, and what the checker says about the program, if its answer is given.
 */
export function sourceFaults(notebook: Notebook, checked: readonly Diagnostic[] = []): readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const starts = new Map<number, number>();
  let line = 1 + linesIn(notebook.head);
  const answered = new Set(programOf(notebook).map(({ attributes }) => attributes['exercise']));
  for (const [at, cell] of notebook.cells.entries()) {
    starts.set(cell.id, line);
    if (at === 0 && notebook.head === '' && cell.tag === 'prose' && /^---[ \t]*\n/.test(cell.markdown))
      faults.push({ line, message: 'the front matter does not end', hint: 'write a line `---` after it' });
    for (const fault of faultsOf(cell, answered)) faults.push({ ...fault, line: line + fault.line });
    line += linesIn(cell.tag === 'prose' ? cell.markdown : cell.opening + cell.text + cell.closing);
  }
  // The front matter starts below the line `---`.
  for (const fault of frontMatterFaults(notebook.frontMatter ?? '')) faults.push({ ...fault, line: 2 + fault.line });
  for (const { block, message, hint } of promptFaults(notebook))
    faults.push({ line: starts.get(block) ?? 1, message, hint });
  const program = programOf(notebook);
  for (const { severity, span, message, hint } of checked) {
    const cell = program[span.cell];
    if (severity !== 'error' || cell === undefined) continue;
    const before = cell.tag === 'table' ? cell.opening + cell.text : cell.text;
    const own = linesIn(before.slice(0, span.start)) + (cell.tag === 'table' ? 0 : linesIn(cell.opening));
    faults.push({ line: (starts.get(cell.id) ?? 1) + own, message, hint });
  }
  return faults.sort((a, b) => a.line - b.line);
}

/** Returns the faults of a cell by itself, at lines from 0. */
function faultsOf(cell: NotebookCell, answered: ReadonlySet<string | undefined>): readonly SourceFault[] {
  if (cell.tag === 'prose') return proseFaults(cell.markdown);
  const faults: SourceFault[] = [];
  if (cell.tag !== 'screen' && cell.closing.trim() === '')
    faults.push({ line: 0, message: 'this block does not end', hint: 'write a line with its closing fence' });
  for (const audience of audiencesOf(cell) ?? [])
    if (!AUDIENCES.some((each) => each === audience))
      faults.push({ line: 0, message: `no audience is called \`${audience}\``, hint: `write ${AUDIENCES.join(', ')}` });
  if ((cell.tag === 'checks' || cell.tag === 'wrong' || cell.tag === 'solution') && !answered.has(cell.exercise))
    faults.push({
      line: 0,
      message: `no code cell has the exercise \`${cell.exercise}\``,
      hint: `write \`exercise=${cell.exercise}\` on the fence of the code cell`,
    });
  return faults;
}

/** Returns the blocks that are text because their attribute is missing. */
function proseFaults(markdown: string): readonly SourceFault[] {
  return blocksOf(markdown).flatMap((block) => {
    if (block.tag !== 'fence') return [];
    const [, language = ''] = /^[ `~]*([a-z]*)/.exec(markdown.slice(block.start, block.body)) ?? [];
    const attribute = Object.hasOwn(NEEDED, language) ? NEEDED[language] : undefined;
    if (attribute === undefined) return [];
    const message = `this \`${language}\` block is only text without \`${attribute}\``;
    return [{ line: linesIn(markdown.slice(0, block.start)), message, hint: `add \`${attribute}\` to its fence` }];
  });
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
