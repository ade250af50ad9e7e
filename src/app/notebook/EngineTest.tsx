import { useState } from 'react';
import { type CodeCell, programCells } from '../../notebook/document';
import type { EngineTestReply } from '../../protocol/engine-test';
import { counted } from '../kit/format';
import { presentInputs } from '../store/inputs';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { addProgram } from '../store/cell-actions';
import { ask } from '../workers/run-client';
import { OpenAsNotebook } from './OpenAsNotebook';
import { StaticCode } from './StaticCode';
import './exercise.css';
import './engine-test.css';

type Tested = EngineTestReply | { readonly state: 'stopped by a limit' | 'bug' | 'testing' };

/** Below a cell that defines an engine: tests it against the published ones on generated programs. */
export function EngineTest({ cell, index }: { readonly cell: CodeCell; readonly index: number }) {
  const name = cell.attributes['engine'] ?? '';
  const revision = useAppStore((state) => state.textRevision);
  const isChecked = useAppStore((state) => state.check?.revision === state.textRevision);
  const [last, setLast] = useState<{ readonly revision: number; readonly tested: Tested }>();
  const tested = last?.revision === revision ? last.tested : undefined;
  const start = async (): Promise<void> => {
    const { notebook, overrides, check } = store.getState();
    setLast({ revision, tested: { state: 'testing' } });
    const inputs = presentInputs(overrides, check?.inputs ?? []);
    const request = { cells: programCells(notebook), place: { cell: index, name, id: cell.id }, inputs };
    const reply = await ask('engineTest', request).catch(() => 'bug' as const);
    if (reply === undefined) return;
    const found: Tested =
      reply === 'stopped' ? { state: 'stopped by a limit' } : reply === 'bug' ? { state: 'bug' } : reply;
    setLast({ revision, tested: found });
  };
  return (
    <div className="engine-test">
      <div className={tested?.state === 'right' ? 'exercise-result correct' : 'exercise-result'}>
        <span className="exercise-word">Engine</span>
        <code>{name}</code>
        <button
          type="button"
          className="button small outlined"
          disabled={!isChecked || tested?.state === 'testing'}
          onClick={() => void start()}
        >
          Test it
        </button>
        <span role="status" aria-label="Engine">
          {tested === undefined ? '' : words(tested)}
        </span>
      </div>
      {(tested?.state === 'wrong' || tested?.state === 'stopped') && (
        <div className="engine-found">
          <StaticCode text={tested.text} />
          <ul>
            {tested.answers.map((answer) => (
              <li key={answer}>{answer}</li>
            ))}
          </ul>
          <button
            type="button"
            className="button small outlined"
            onClick={() => {
              addProgram(cell.id, tested.text, { show: 'gradient' });
            }}
          >
            Add as cell
          </button>
          <OpenAsNotebook index={index} text={tested.text} attributes={{ show: 'gradient' }} />
        </div>
      )}
    </div>
  );
}

function words(tested: Tested): string {
  switch (tested.state) {
    case 'testing':
      return 'testing …';
    case 'right':
      return `✓ agrees with the published engines on ${counted(tested.right, 'program')}`;
    case 'wrong':
      return '✗ differs from the published engines on this program:';
    case 'stopped':
      return '✗ does not finish on this program:';
    case 'no gradient':
      return 'it has no gradient to test; its values are in the Gradient panel';
    case 'error':
      return tested.diagnostics[0]?.message ?? 'the program has an error';
    case 'stopped by a limit':
      return 'the test took too long and was stopped';
    case 'bug':
      return 'the test failed because of a bug in Pullback';
  }
}
