import { useState } from 'react';
import type { OutputValue } from '../../protocol/messages';
import { useAppStore, useLasting, usePointing, useProduct } from '../store/hooks';
import { DiagnosticList, Place, PROBLEMS_ID } from '../ui/DiagnosticList';

/** Every output with its type, what went wrong and what to be warned of, and what it took. */
export function OutputPanel() {
  const view = useProduct('value');
  const checked = useAppStore((state) => state.check);
  const [full, setFull] = useState(false);
  const dim = useLasting(view.stale);
  const { payload } = view;
  const errors = view.state === 'error' ? view.diagnostics : [];
  const warnings = [
    ...(checked?.diagnostics.filter((diagnostic) => diagnostic.severity === 'warning') ?? []),
    ...(view.state === 'error' ? [] : (payload?.warnings ?? [])),
  ];
  const shortened = payload?.outputs.some((output) => output.full !== output.text) ?? false;
  return (
    <section className="output" aria-label="Output">
      <div className="output-header">
        <h2>Output</h2>
        <span className="output-meter">
          {shortened && (
            <button
              type="button"
              className="text-button"
              aria-pressed={full}
              onClick={() => {
                setFull(!full);
              }}
            >
              {full ? '6 digits' : 'all digits'}
            </button>
          )}
          {payload !== undefined && !view.stale && (
            <span>
              {' '}
              {payload.meter.steps.toLocaleString('en')} steps, {milliseconds(payload.seconds)}
            </span>
          )}
        </span>
      </div>
      {payload !== undefined && (
        <ul className={dim ? 'output-list stale' : 'output-list'}>
          {payload.outputs.map((output, index) => (
            <Output key={index} output={output} full={full} stale={view.stale} />
          ))}
        </ul>
      )}
      {payload?.outputs.length === 0 && <p className="output-type">Write an expression to see its value.</p>}
      <div id={PROBLEMS_ID} role="status" aria-label="Problems">
        <DiagnosticList diagnostics={[...errors, ...warnings]} from="output" />
      </div>
    </section>
  );
}

interface OutputProps {
  readonly output: OutputValue;
  readonly full: boolean;
  /** Of an earlier text: its place means nothing in this one. */
  readonly stale: boolean;
}

function Output({ output, full, stale }: OutputProps) {
  const { point } = usePointing();
  return (
    <li
      onPointerEnter={() => {
        point(stale ? undefined : output.span, 'output');
      }}
      onPointerLeave={() => {
        point(undefined, 'output');
      }}
    >
      <span className="output-value">{full ? output.full : output.text}</span>
      <span className="output-type">
        : {output.type}{' '}
        {!stale && (
          <>
            <span className="visually-hidden">at</span> <Place span={output.span} from="output" short />
          </>
        )}
      </span>
    </li>
  );
}

function milliseconds(seconds: number): string {
  const value = seconds * 1000;
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString('en')} ms`;
}
