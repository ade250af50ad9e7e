import { type ReactNode, useMemo, useState } from 'react';
import { MOST_RUNS, type CombinatorsPayload, type VersionPayload } from '../../../protocol/combinators';
import { type FoldKey, openFolds, type RunTree } from '../../charts/combinators/runs';
import { Segments } from '../../kit/Segments';
import { RunDiagram } from './RunDiagram';
import { RunOutline } from './RunOutline';
import type { CombinatorPointing } from './use-combinator-pointing';
import { counted, integer } from '../../kit/format';

interface RunFigureProps {
  readonly payload: CombinatorsPayload;
  readonly version: VersionPayload;
  readonly tree: RunTree | undefined;
  readonly pointing: CombinatorPointing;
  readonly folds: Folds;
  /** The choice of the version. */
  readonly children: ReactNode;
}

export interface Folds {
  readonly open: ReadonlySet<FoldKey>;
  readonly set: (open: ReadonlySet<FoldKey>) => void;
}

/** Which boxes of a run are expanded. This is kept while only the numbers of the run change. */
export function useFolds(tree: RunTree | undefined, key: string): Folds {
  const [chosen, setChosen] = useState<{ readonly key: string; readonly open: ReadonlySet<FoldKey> }>();
  const first = useMemo(() => (tree === undefined ? new Set<FoldKey>() : openFolds(tree, 'first')), [tree]);
  return {
    open: chosen?.key === key ? chosen.open : first,
    set(open) {
      setChosen({ key, open });
    },
  };
}

/** The run as a diagram or as text. */
export function RunFigure({ payload, version, tree, pointing, folds, children }: RunFigureProps) {
  const [form, setForm] = useState<'diagram' | 'text'>('diagram');
  if (tree === undefined)
    return (
      <>
        <div className="comb-tools">{children}</div>
        <NoRun version={version} />
      </>
    );
  const choose = (run: number): void => {
    const node = tree.runs[run]?.node;
    if (node !== undefined) pointing.reveal({ node, run });
  };
  const common = { tree, lit: pointing.runs, sought: pointing.sought, onPoint: pointing.pointRun };
  return (
    <>
      <div className="comb-tools">
        {children}
        <Segments
          label="Run view"
          options={[
            ['diagram', 'Diagram'],
            ['text', 'Text'],
          ]}
          value={form}
          onChoose={setForm}
        />
        {form === 'diagram' && (
          <>
            <button
              type="button"
              className="button small outlined"
              onClick={() => {
                folds.set(openFolds(tree, 'all'));
              }}
            >
              Expand all
            </button>
            <button
              type="button"
              className="button small outlined"
              onClick={() => {
                folds.set(openFolds(tree, 'none'));
              }}
            >
              Fold all
            </button>
          </>
        )}
        <span className="comb-note">
          <span className="primal">value →</span> <span className="cotangent">← tangent</span>
          {version.engine === 'curry' && ' ↻ runs again'}
          {form === 'diagram' && <span className="comb-touch"> two fingers move and zoom</span>}
        </span>
      </div>
      {form === 'diagram' ? (
        <RunDiagram
          {...common}
          open={folds.open}
          label={`The run of ${version.engine} as a diagram: ${counted(tree.runs.length, 'rep-function')}, from ${payload.leaves.join(', ') || 'no input'}`}
          onToggle={(key) => {
            const after = new Set(folds.open);
            if (!after.delete(key)) after.add(key);
            folds.set(after);
          }}
          onChoose={choose}
        />
      ) : (
        <RunOutline {...common} onChoose={choose} />
      )}
    </>
  );
}

function NoRun({ version }: { readonly version: VersionPayload }) {
  if (version.status === 'ok')
    return (
      <p className="comb-prose">
        {integer(version.meter.nodes)} rep-functions ran, more than the {integer(MOST_RUNS)} that can be drawn.{' '}
        {version.engine === 'curry' ? 'Choose Dependent or a smaller program' : 'Choose a smaller program'} to see a
        diagram. The counts below are complete.
      </p>
    );
  return <p className="comb-prose">No run to draw: {version.diagnostic.message}.</p>;
}
