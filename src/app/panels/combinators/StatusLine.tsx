import type { CombinatorsPayload } from '../../../protocol/combinators';
import { callName, readText, runName, type RunTree } from '../../charts/combinators/runs';
import type { PointedCombinator } from './use-combinator-pointing';

interface StatusLineProps {
  readonly payload: CombinatorsPayload;
  readonly tree: RunTree | undefined;
  readonly at: PointedCombinator | undefined;
}

/** Details of what is pointed at. Its height is fixed, so nothing below it moves. */
export function StatusLine({ payload, tree, at }: StatusLineProps) {
  const node = payload.nodes[at?.node ?? -1];
  const run = at?.run === undefined ? undefined : tree?.runs[at.run];
  return (
    <div className="comb-status" aria-live="polite">
      {node === undefined ? (
        <p className="comb-hint">Point at a piece of the term, a box or a wire to see its type, values and tangents.</p>
      ) : (
        <p>
          <b>{run === undefined || tree === undefined ? titleOf(node) : nameOf(tree, at?.run ?? -1)} :</b>{' '}
          <span className="comb-type" title={node.type}>
            {node.type}
          </span>
        </p>
      )}
      {run !== undefined && (
        <p>
          <code className="primal" title={readText(`${run.input} → ${run.value}`)}>
            {readText(run.input)} → {readText(run.value)}
          </code>
          <code className="cotangent" title={readText(`${run.back ?? '–'} ← ${run.given ?? '–'}`)}>
            {run.given === undefined ? 'pullback not called' : `${readText(run.back ?? '')} ← ${readText(run.given)}`}
          </code>
        </p>
      )}
    </div>
  );
}

const TITLES: Partial<Record<CombinatorsPayload['nodes'][number]['tag'], string>> = {
  compose: '∘',
  operation: 'operation',
  inject: 'constructor',
  intrinsic: 'operation',
};

function titleOf({ tag, name }: CombinatorsPayload['nodes'][number]): string {
  return `${TITLES[tag] ?? tag}${name === undefined ? '' : ` ${name}`}`;
}

function nameOf(tree: RunTree, at: number): string {
  const again = tree.runs[at]?.as === 'again';
  return again ? `${runName(tree, at)} (↻ ${callName(tree, at)})` : runName(tree, at);
}
