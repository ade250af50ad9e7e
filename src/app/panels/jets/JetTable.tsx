import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { type JetShape, type MultiIndex, positionIn } from '../../../semantics/jets/multi-index';
import { showNumber } from '../../kit/format';
import { indexText, operatorText, primesText, shortLeaf } from './notation';

interface JetTableProps {
  readonly shape: JetShape;
  readonly jet: ArrayLike<number>;
  /** The labels of the directions. */
  readonly leaves: readonly string[];
  /** The name of the entry: `t3`. */
  readonly name: string;
  readonly lit?: number | undefined;
  /** Present if numbers can be selected. */
  readonly selection?: JetSelection;
}

interface JetSelection {
  readonly index: number;
  readonly onSelect: (index: number) => void;
  /** The selected number takes the focus when this changes. */
  readonly focus: number;
}

/**
 * A jet arranged by multi-index: a row for one direction; for two, a triangle with rows α₁ and columns α₂; for three, a
 * triangle for each α₃.
 */
export function JetTable(props: JetTableProps) {
  const { shape, leaves, name, selection } = props;
  const body = useRef<HTMLDivElement>(null);
  const focus = selection?.focus ?? 0;
  useEffect(() => {
    if (focus > 0) body.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (selection === undefined) return;
    const next = moved(shape, selection.index, event.key);
    if (next === undefined) return;
    event.preventDefault();
    selection.onSelect(next);
    body.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  };
  const layers =
    shape.directions === 3 ? Array.from({ length: shape.order + 1 }, (_, third) => [third]) : [[] as readonly number[]];
  return (
    <div className={selection === undefined ? 'jets-tables' : 'jets-tables scrolls'} ref={body} onKeyDown={onKeyDown}>
      {layers.map((rest) => {
        const by = rest.map((third) => `α₃ = ${third}${third === 0 ? '' : `: ${operatorText(third, leaves[2])}`}`);
        return (
          <table
            key={rest.join()}
            className="jets-table"
            role={selection === undefined ? undefined : 'grid'}
            aria-label={`Jet of ${name}${rest.length === 0 ? '' : `, α₃ = ${rest.join()}`}`}
          >
            {rest.length > 0 && <caption>{by}</caption>}
            {shape.directions === 1 ? <Row {...props} /> : <Triangle {...props} rest={rest} />}
          </table>
        );
      })}
    </div>
  );
}

function Row(props: JetTableProps) {
  const { indices } = props.shape;
  return (
    <>
      <thead>
        <tr>
          {indices.map((_, order) => (
            <th key={order} scope="col">
              {primesText(order)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {indices.map((_, at) => (
            <Cell key={at} {...props} at={at} />
          ))}
        </tr>
      </tbody>
    </>
  );
}

function Triangle({ rest, ...props }: JetTableProps & { readonly rest: readonly number[] }) {
  const { shape, leaves } = props;
  const most = shape.indices.reduce((all, index) => Math.max(all, index[0] ?? 0), 0);
  const layer = Array.from({ length: most + 1 }, (_, first) =>
    Array.from({ length: most + 1 }, (_other, second) => positionIn(shape, [first, second, ...rest])).filter(
      (at) => at !== undefined,
    ),
  ).filter((row) => row.length > 0);
  return (
    <>
      <thead>
        <tr>
          <td className="jets-corner" aria-hidden={true}>
            α₁╲α₂
          </td>
          {layer[0]?.map((at, second) => (
            <th key={at} scope="col">
              <Operator order={second} leaf={leaves[1]} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {layer.map((row, first) => (
          <tr key={first}>
            <th scope="row">
              <Operator order={first} leaf={leaves[0]} />
            </th>
            {row.map((at) => (
              <Cell key={at} {...props} at={at} />
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

function Operator({ order, leaf }: { readonly order: number; readonly leaf: string | undefined }): ReactNode {
  return <span title={operatorText(order, leaf)}>{operatorText(order, shortLeaf(leaf))}</span>;
}

function Cell({ shape, jet, lit, selection, at }: JetTableProps & { readonly at: number }) {
  const number = jet[at] ?? NaN;
  const label = `${indexText(shape.indices[at] ?? [])} ${String(number)}`;
  const marked = at === lit ? 'jets-number lit' : 'jets-number';
  if (selection === undefined)
    return (
      <td className={number === 0 ? `${marked} zero` : marked} title={label}>
        {showNumber(number)}
      </td>
    );
  return (
    <td
      role="gridcell"
      className={number === 0 ? `${marked} zero` : marked}
      title={label}
      data-index={at}
      aria-selected={at === selection.index}
      tabIndex={at === selection.index ? 0 : -1}
      onClick={() => {
        selection.onSelect(at);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') selection.onSelect(at);
      }}
    >
      {showNumber(number)}
    </td>
  );
}

/** The number that a key moves to; a row that ends continues in the next triangle. */
function moved(shape: JetShape, from: number, key: string): number | undefined {
  const index = shape.indices[from] ?? [];
  const at = (to: MultiIndex): number => positionIn(shape, to) ?? from;
  if (shape.directions === 1) {
    const [order = 0] = index;
    return { ArrowLeft: at([order - 1]), ArrowRight: at([order + 1]), Home: 0, End: shape.order }[key];
  }
  const [first = 0, second = 0, ...rest] = index;
  const [third = 0] = rest;
  const next = (by: number): number => {
    const inside = positionIn(shape, [first, second + by, ...rest]);
    if (inside !== undefined || shape.directions === 2) return inside ?? from;
    const room = shape.order - first - third - by;
    return by > 0 ? at([first, 0, third + 1]) : at([first, room, third - 1]);
  };
  return {
    ArrowLeft: next(-1),
    ArrowRight: next(1),
    ArrowUp: at([first - 1, second, ...rest]),
    ArrowDown: at([first + 1, second, ...rest]),
    PageUp: rest.length === 0 ? undefined : at([first, second, third - 1]),
    PageDown: rest.length === 0 ? undefined : at([first, second, third + 1]),
    Home: 0,
    End: shape.indices.length - 1,
  }[key];
}
