import type { TermName } from '../../../protocol/terms';
import { copyOrSave } from '../../charts/export';
import { store } from '../../store/store';
import type { PanelExport } from '../shared/PanelFrame';
import { openCell } from '../derivative/open-cell';
import type { AskedProgram } from '../shared/use-program';
import { copiesOf } from './use-term';

interface Exported {
  readonly program: AskedProgram | undefined;
  readonly name: TermName;
  readonly bound?: number | undefined;
  /** A noun without an article: `literal trace`. */
  readonly label: string;
  /** The menu has no other term, so its labels do not name this one. */
  readonly alone?: boolean;
  /** Whether the term type-checks as a program of its own. */
  readonly opens: boolean;
}

/** Menu items that copy a whole term as text, TeX or a program, or open it in a new cell. */
export function termExports({ program, name, bound, label, alone = false, opens }: Exported): readonly PanelExport[] {
  if (program === undefined) return [];
  const copy = async (form: 'text' | 'tex' | 'program', file: string): Promise<void> => {
    const copies = await copiesOf(program, name, bound, 'texts');
    if (copies === undefined) missing(label);
    else copyOrSave(copies[form], file);
  };
  const open = async (): Promise<void> => {
    const copies = await copiesOf(program, name, bound, 'cell');
    if (copies === undefined) missing(label);
    else if (copies.cell !== undefined) openCell(copies.cell);
    else
      store
        .getState()
        .notify(
          'warning',
          `The ${label} cannot be opened in this notebook: a definition here has the name of a built-in operation.`,
        );
  };
  const noun = alone ? '' : `${label} `;
  const isText = name.startsWith('translation-') || name.startsWith('macro-');
  return [
    { label: `Copy ${noun}as text`, run: () => void copy('text', `${name}.txt`) },
    ...(isText
      ? []
      : [
          { label: `Copy ${noun}as TeX`, run: () => void copy('tex', `${name}.tex`) },
          { label: `Copy ${noun}as program`, run: () => void copy('program', `${name}.pbk`) },
        ]),
    ...(opens ? [{ label: `Open ${noun}in new cell`, run: () => void open() }] : []),
  ];
}

function missing(label: string): void {
  store.getState().notify('warning', `Nothing to copy: the ${label} is not available yet.`);
}
