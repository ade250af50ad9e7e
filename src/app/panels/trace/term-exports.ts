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
  /** In the labels: `the literal trace`. */
  readonly label: string;
  /** Whether its program is one that the checker takes. */
  readonly opens: boolean;
}

/** The whole of a term as text, TeX, a program, or a new cell; each is made when it is asked for. */
export function termExports({ program, name, bound, label, opens }: Exported): readonly PanelExport[] {
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
          `In this notebook ${label} would not give what it gives by itself: a definition has the name of an operation.`,
        );
  };
  const isText = name.startsWith('translation-') || name.startsWith('macro-');
  return [
    { label: `Copy ${label} as text`, run: () => void copy('text', `${name}.txt`) },
    ...(isText
      ? []
      : [
          { label: `Copy ${label} as TeX`, run: () => void copy('tex', `${name}.tex`) },
          { label: `Copy ${label} as a program`, run: () => void copy('program', `${name}.pbk`) },
        ]),
    ...(opens ? [{ label: `Open ${label} in a new cell`, run: () => void open() }] : []),
  ];
}

function missing(label: string): void {
  store.getState().notify('warning', `There is nothing to copy: ${label} is not there, or is being computed.`);
}
