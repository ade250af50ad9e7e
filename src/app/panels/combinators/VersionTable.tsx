import type { CombinatorsPayload, VersionPayload } from '../../../protocol/combinators';
import type { Meter } from '../../../semantics/outcome';
import { counted, integer, showNumber } from '../../kit/format';
import { EngineMark } from '../gradient/engines';

interface VersionTableProps {
  readonly payload: CombinatorsPayload;
  readonly onPoint: (node: number | undefined) => void;
}

/** The most leaves that have a row. */
const MOST_LEAVES = 12;
/** The most functions that have a row for their re-evaluations. */
const MOST_FUNCTIONS = 8;

const COUNTS = [
  ['primal', 'primal operations'],
  ['derivative', 'derivative operations'],
  ['nodes', 'rep-functions run'],
  ['visits', 'pullbacks visited'],
] as const satisfies readonly (readonly [keyof Meter, string])[];

/** The versions side by side: their derivatives, which are equal, and their work, which differs. */
export function VersionTable({ payload, onPoint }: VersionTableProps) {
  const { versions, leaves } = payload;
  const functions = functionsOf(versions);
  const more = leaves.length - MOST_LEAVES;
  return (
    <table className="comb-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">quantity</span>
          </th>
          {versions.map(({ engine }) => (
            <th key={engine} scope="col">
              <EngineMark engine={engine} /> {engine}
              <span className="comb-version">{engine === 'curry' ? 'simply typed' : 'dependent'}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {leaves.slice(0, MOST_LEAVES).map((leaf, i) => (
          <Row
            key={`leaf ${i}`}
            head={`∂${leaf}`}
            versions={versions}
            cell={(version) => showNumber(version.derivatives[i] ?? NaN)}
            className="comb-derivative"
          />
        ))}
        {more > 0 && <Row head={`… ${integer(more)} more`} versions={versions} cell={() => ''} />}
        <Row head="forward re-evaluations" versions={versions} cell={({ meter }) => integer(meter.reevaluations)} />
        {functions.slice(0, MOST_FUNCTIONS).map(({ node, name }) => (
          <Row
            key={`function ${node}`}
            head={`of ${name}`}
            versions={versions}
            cell={({ again }) => integer(again.find((each) => each.node === node)?.count ?? 0)}
            className="comb-of"
            onPoint={(inside) => {
              onPoint(inside && node >= 0 ? node : undefined);
            }}
          />
        ))}
        {functions.length > MOST_FUNCTIONS && (
          <Row
            head={`of ${counted(functions.length - MOST_FUNCTIONS, 'more function')}`}
            versions={versions}
            cell={() => '…'}
            className="comb-of"
          />
        )}
        {COUNTS.map(([meter, head]) => (
          <Row key={meter} head={head} versions={versions} cell={(version) => integer(version.meter[meter])} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly head: string;
  readonly versions: readonly VersionPayload[];
  readonly cell: (version: Extract<VersionPayload, { readonly status: 'ok' }>) => string;
  readonly className?: string;
  readonly onPoint?: (inside: boolean) => void;
}

function Row({ head, versions, cell, className, onPoint }: RowProps) {
  return (
    <tr className={className} onPointerEnter={() => onPoint?.(true)} onPointerLeave={() => onPoint?.(false)}>
      <th scope="row">{head}</th>
      {versions.map((version) => (
        <td key={version.engine}>{version.status === 'ok' ? cell(version) : version.status}</td>
      ))}
    </tr>
  );
}

/** The functions that ran again in either version. */
function functionsOf(versions: readonly VersionPayload[]): readonly { readonly node: number; readonly name: string }[] {
  const found = new Map<number, string>();
  for (const version of versions)
    if (version.status === 'ok') for (const { node, name } of version.again) found.set(node, name);
  return [...found].map(([node, name]) => ({ node, name }));
}
