import { useMemo, useState } from 'react';
import type { CodeForm, CodePayload, CompiledPayload } from '../../../protocol/compiled';
import { copyOrSave } from '../../charts/export';
import { counted, showSeconds } from '../../kit/format';
import { Segments } from '../../kit/Segments';
import { useProduct } from '../../store/hooks';
import { whyEmpty } from '../delta/empty';
import { answerView } from '../shared/answer-view';
import { PanelFrame } from '../shared/PanelFrame';
import { SearchBox } from '../shared/SearchBox';
import { stopped } from '../shared/stopped';
import { useRunnableProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import { AboutCompiled } from './AboutCompiled';
import { finderOf, textOf } from './code';
import { CodeLines } from './CodeLines';
import './compiled.css';

const EMPTY = 'Nothing to compile yet: write an expression.';

const FORMS: readonly (readonly [CodeForm, string])[] = [
  ['program', 'Program'],
  ['derivative', 'Derivative'],
  ['wasm', 'Wasm'],
];

const FILES: Readonly<Record<CodeForm, string>> = {
  program: 'program.txt',
  derivative: 'derivative.txt',
  wasm: 'module.wat',
};

/** The panel of the code that the compiler makes of a program. */
export function CompiledPanel() {
  const value = useProduct('value');
  const runnable = useRunnableProgram('texts');
  const program = value.state === 'held' ? undefined : runnable;
  const [form, setForm] = useState<CodeForm>('program');
  const asked = useQuestion('compiled', program && { program, form }, ASKING);
  const { reply } = asked;
  const payload = reply !== undefined && reply !== 'stopped' && reply.state === 'ok' ? reply.payload : undefined;
  const view = answerView(asked, payload, program !== undefined, value, STOPPED);
  const code = payload?.code;
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      about={<AboutCompiled />}
      exports={
        payload === undefined || code === undefined
          ? []
          : [
              {
                label: 'Copy as text',
                run: () => {
                  copyOrSave(textOf(code), FILES[payload.form]);
                },
              },
            ]
      }
      toolbar={<Segments label="Code" options={FORMS} value={form} onChoose={setForm} />}
    >
      {payload !== undefined && (
        <div className="compiled">
          {code === undefined ? (
            <>
              <p className="compiled-facts">{factsOf(payload)}</p>
              <p className="panel-note">{whyEmpty(value.payload)}</p>
            </>
          ) : (
            <Code key={payload.form} payload={payload} code={code} stale={view.stale} />
          )}
        </div>
      )}
    </PanelFrame>
  );
}

interface CodeProps {
  readonly payload: CompiledPayload;
  readonly code: CodePayload;
  readonly stale: boolean;
}

/** Code with its sizes and a search. */
function Code({ payload, code, stale }: CodeProps) {
  const { form } = payload;
  const [found, setFound] = useState<{ readonly code: CodePayload; readonly entry: number }>();
  const find = useMemo(() => finderOf(code), [code]);
  const title = FORMS.find(([each]) => each === form)?.[1] ?? '';
  return (
    <>
      <div className="compiled-head">
        <p className="compiled-facts">{factsOf(payload)}</p>
        <SearchBox
          name="Code"
          label="Find in the code"
          placeholder="Find mul, sin…"
          find={find}
          onFound={(entry) => {
            setFound({ code, entry });
          }}
        />
      </div>
      <CodeLines
        {...{ code, form, stale }}
        label={`${title}: ${counted(code.starts.length - 1, 'line')}`}
        found={found?.code === code ? found : undefined}
      />
    </>
  );
}

function factsOf({ form, bytes, seconds, code }: CompiledPayload): string {
  const module = `${counted(bytes, 'byte')} of WebAssembly, compiled in ${showSeconds(seconds)}`;
  if (code === undefined) return module;
  const size = counted(code.statements, form === 'wasm' ? 'instruction' : 'statement');
  return `${size} in ${counted(code.functions, 'function')}; ${module}`;
}

/** Milliseconds for which the program must rest before it is compiled. */
const ASKING = { rest: 120 };
const STOPPED = stopped('Compiling the program', 'change the program to try again');
