import { Fragment } from 'react';
import { engineLabel } from '../../../ad/engine';
import type { EngineColumn, Focus, FocusLeaf } from '../../../protocol/messages';
import { showNumber } from '../../kit/format';
import { useAppStore, usePointing } from '../../store/hooks';
import { EngineMark } from './engines';
import { showDifference } from './gradient-text';

/** What the derivatives are of. */
export function GradientCaption({ focus }: { readonly focus: Focus }) {
  return (
    <caption>
      Derivatives of <code>{focus.label}</code> = <span className="primal">{focus.value}</span>
      {focus.cotangent !== undefined && (
        <>
          {' '}
          for the cotangent <span className="cotangent">{focus.cotangent}</span>
        </>
      )}
    </caption>
  );
}

/** The head of an engine's row. */
export function EngineHeader({ column: { engine } }: { readonly column: EngineColumn }) {
  return (
    <th scope="row" className="gradient-engine">
      <EngineMark engine={engine} /> {engineLabel(engine)}
    </th>
  );
}

interface LeafHeaderProps {
  readonly leaf: FocusLeaf;
  readonly stale: boolean;
  readonly scope: 'row' | 'col';
}

/** The head of an input. Pointing at it lights its place in the program; a click goes there. */
export function LeafHeader({ leaf, stale, scope }: LeafHeaderProps) {
  const { pointed, pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit =
    pointed !== undefined &&
    !stale &&
    pointed.span.cell === leaf.span.cell &&
    leaf.span.start <= pointed.span.end &&
    pointed.span.start <= leaf.span.end &&
    pointed.span.end - pointed.span.start <= leaf.span.end - leaf.span.start;
  const enter = (): void => {
    pointTo(stale ? undefined : leaf.span);
  };
  const leave = (): void => {
    pointTo(undefined);
  };
  return (
    <th
      scope={scope}
      className={`${scope === 'col' ? 'number' : ''}${lit ? ' lit' : ''}`}
      onPointerEnter={enter}
      onPointerLeave={leave}
    >
      <button
        type="button"
        className="gradient-leaf"
        onFocus={enter}
        onBlur={leave}
        onClick={() => {
          if (!stale) reveal(leaf.span);
        }}
      >
        <span className="gradient-d">∂</span>
        {leaf.label.split(/(?=[.[])/).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </button>
    </th>
  );
}

export type Answered = Extract<EngineColumn, { readonly status: 'ok' }>;

/** A derivative, with its error estimate and its difference to the first engine's. */
export function DerivativeCell(props: { readonly column: Answered; readonly leaf: number; readonly first: boolean }) {
  const { column, leaf, first } = props;
  const error = column.errors?.[leaf];
  const difference = column.differences[leaf];
  return (
    <td className="number">
      <span className="cotangent">{showNumber(column.derivatives[leaf] ?? NaN)}</span>{' '}
      <span className="gradient-apart">
        {error !== undefined && <>± {showDifference(error)} </>}
        {!first && difference !== undefined && <>Δ {showDifference(difference)}</>}
      </span>
    </td>
  );
}
