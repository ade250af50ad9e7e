import type { RanOn } from '../../../ad/engine';
import { ranOnText } from '../../../protocol/ran-on';
import { useState } from 'react';
import { useProduct } from '../../store/hooks';
import { ExportMenu, PanelFrame } from '../shared/PanelFrame';
import { AboutDerivative } from './AboutDerivative';
import { DERIVATIVE_FORMS, DERIVATIVES, type DerivativeForm, engineOf, formOf } from './forms';
import { useNarrow } from '../../kit/use-narrow';
import { type AskedProgram, useRunnableProgram } from '../shared/use-program';
import { TermBody } from '../trace/TermBody';
import { termExports } from '../trace/term-exports';
import { useTerm } from '../trace/use-term';
import { Segments } from '../../kit/Segments';
import '../trace/terms.css';
import './derivative.css';
import { counted } from '../../kit/format';
import { isLimit } from '../../kit/limits';
import { useIsOffered } from '../shared/use-engines';
import { LimitNotice } from '../shared/LimitNotice';

const EMPTY = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** The panel of derivatives as programs: symbolic derivatives and translations, one or two side by side. */
export function DerivativePanel() {
  const view = useProduct('value');
  const program = useRunnableProgram();
  const narrow = useNarrow();
  const [chosenColumns, setColumns] = useState<1 | 2>();
  const [chosen, setChosen] = useState<Forms>();
  const forms = chosen ?? AT_FIRST;
  const columns = chosenColumns ?? (narrow ? 1 : 2);
  const choose = (column: 0 | 1, form: DerivativeForm): void => {
    setChosen(([left, right] = AT_FIRST) => {
      // A form is in one column only: choosing the form of the other column swaps the two.
      if (column === 0) return [form, form === right ? left : right];
      return [form === left ? right : left, form];
    });
  };
  const focus = view.payload?.focus;
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      isEmpty={focus === undefined}
      about={<AboutDerivative />}
      toolbar={
        <Segments
          label="Columns"
          options={[
            [1, 'One'],
            [2, 'Side by side'],
          ]}
          value={columns}
          onChoose={setColumns}
        />
      }
    >
      <div className="derivative">
        <div className={columns === 2 ? 'trace-columns both' : 'trace-columns'}>
          {([0, 1] as const).slice(0, columns).map((column) => (
            <Column
              key={column}
              program={program}
              form={forms[column]}
              instead={chosen === undefined && columns === 1 ? forms[1] : undefined}
              failed={view.state === 'error'}
              label={columns === 1 ? 'Form' : column === 0 ? 'Left' : 'Right'}
              onForm={(form) => {
                choose(column, form);
              }}
            />
          ))}
        </div>
      </div>
    </PanelFrame>
  );
}

type Forms = readonly [DerivativeForm, DerivativeForm];

const AT_FIRST: Forms = ['derivative', 'derivative-anf'];

interface ColumnProps {
  readonly program: AskedProgram | undefined;
  readonly form: DerivativeForm;
  /** The form that is shown where that one is too large. */
  readonly instead: DerivativeForm | undefined;
  /** The program itself failed. */
  readonly failed: boolean;
  readonly label: string;
  readonly onForm: (form: DerivativeForm) => void;
}

function Column({ program, form: wanted, instead, failed, label, onForm }: ColumnProps) {
  const asked = useTerm(program, wanted);
  const [problem] = asked.diagnostics;
  const isOffered = useIsOffered();
  const isReplaced = instead !== undefined && problem !== undefined && isLimit(problem);
  const other = useTerm(isReplaced ? program : undefined, instead ?? wanted);
  const [form, view] = isReplaced ? [instead, other] : [wanted, asked];
  const { title, noun } = DERIVATIVES[form];
  const { term } = view;
  const exports = termExports({ program, name: form, label: noun, alone: true, opens: term?.opens === true });
  return (
    <section className="trace-column" aria-label={title}>
      <div className="derivative-head">
        <label>
          <span className="visually-hidden">{label}: </span>
          <select
            value={form}
            onChange={(event) => {
              const next = formOf(event.target.value);
              if (next !== undefined) onForm(next);
            }}
          >
            {DERIVATIVE_FORMS.filter((each) => isOffered(engineOf(each))).map((each) => (
              <option key={each} value={each}>
                {DERIVATIVES[each].title}
              </option>
            ))}
          </select>
        </label>
        {term !== undefined && <ExportMenu label="Export term" exports={exports} />}
      </div>
      {isReplaced && <LimitNotice diagnostic={problem} isShort />}
      {term !== undefined && <Facts type={term.type} size={term.size} ranOn={term.ranOn} />}
      <TermBody
        view={view}
        label={title}
        failed={failed}
        onFlat={
          form === 'derivative'
            ? () => {
                onForm('derivative-anf');
              }
            : undefined
        }
      />
    </section>
  );
}

interface FactsProps {
  readonly type: string;
  readonly size: number | undefined;
  readonly ranOn: RanOn;
}

function Facts({ type, size, ranOn }: FactsProps) {
  const said = ranOnText(ranOn);
  return (
    <p className="derivative-facts">
      type <code>{type}</code>
      {size !== undefined && `, ${counted(size, 'node')}`}
      {said !== undefined && `; ${said}`}
    </p>
  );
}
