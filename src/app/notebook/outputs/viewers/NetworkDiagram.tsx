import { useRef, useState } from 'react';
import type { NetworkLayer, NetworkView } from '../../../../protocol/views';
import { showReal } from '../../../../semantics/present';
import { shadeBehind } from '../../../charts/diverging';
import { adjointsOf } from '../../../charts/network/adjoints';
import { networkDrawing, networkSentence, type NetworkStrokes } from '../../../charts/network/network';
import { FigureTable } from '../../../kit/FigureTable';
import { integer } from '../../../kit/format';
import { useSize } from '../../../panels/shared/use-size';
import { useProduct } from '../../../store/hooks';
import type { ViewerProps } from './viewer-props';

const WIDEST_COLUMN = 190;

/** The parameters of a network: a column of nodes for each layer and a stroke for each weight, coloured by its gradient on demand. */
export function NetworkDiagram({ view, full }: ViewerProps<NetworkView>) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box, { width: 480, height: 300 });
  const gradient = useProduct('gradient');
  const adjoints = adjointsOf(view, gradient.stale ? undefined : gradient.payload);
  const [byGradient, setByGradient] = useState(false);
  const isShaded = byGradient && adjoints !== undefined;
  const drawn = Math.max(160, Math.min(width, (view.layers.length + 1) * WIDEST_COLUMN));
  const { height, radius, nodes, strokes, heads } = networkDrawing(view, drawn, isShaded ? adjoints : undefined);
  const bias = Math.max(0, ...view.layers.flatMap(({ biases }) => biases.map(Math.abs).filter(Number.isFinite)));
  return (
    <div className="view-network">
      <div ref={box}>
        <svg
          width={drawn}
          height={height}
          viewBox={`0 0 ${drawn} ${height}`}
          role="img"
          aria-label={`${networkSentence(view)}${isShaded ? ', coloured by gradient' : ''}`}
        >
          {strokes.map((stroke, at) => (
            <path
              key={at}
              d={stroke.path}
              fill="none"
              stroke={colourOf(stroke)}
              strokeWidth={stroke.width}
              strokeDasharray={stroke.isNegative ? '6 3' : undefined}
            />
          ))}
          {nodes.map(({ layer, at, x, y, bias: own }) => (
            <circle
              key={`${layer} ${at}`}
              className="view-neuron"
              cx={x}
              cy={y}
              r={radius}
              fill={(own === undefined ? undefined : shadeBehind(own, bias)) ?? 'var(--paper-raised)'}
            />
          ))}
          {heads.map(({ x, text, rest }, layer) => (
            <g key={layer} className="view-head">
              <text x={x} y={14} textAnchor="middle">
                {text}
              </text>
              {rest !== undefined && (
                <text x={x} y={height - 5} textAnchor="middle">
                  {rest}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <p className="figure-note">
        {isShaded
          ? 'Colour: the derivative with respect to the weight, blue below 0, red above. '
          : 'Blue dashed: negative. Red: positive. '}
        Width: the size of the weight. Nodes: the bias.
      </p>
      {adjoints !== undefined && (
        <div className="view-tools">
          <button
            type="button"
            className="text-button"
            aria-pressed={isShaded}
            onClick={() => {
              setByGradient(!byGradient);
            }}
          >
            Gradient
          </button>
        </div>
      )}
      <FigureTable summary="Weights as a table" label="Weights">
        {() => <Weights layers={view.layers} adjoints={adjoints} full={full} />}
      </FigureTable>
    </div>
  );
}

/** Blue and vermilion by sign; by the adjoint from grey to these. */
function colourOf({ isNegative, adjoint }: NetworkStrokes): string {
  if (adjoint === undefined) return `var(--${isNegative ? 'primal' : 'cotangent'})`;
  const share = Math.round(100 * Math.abs(adjoint));
  return `color-mix(in srgb, var(--${adjoint < 0 ? 'primal' : 'cotangent'}) ${share}%, var(--rule))`;
}

interface WeightsProps {
  readonly layers: readonly NetworkLayer[];
  readonly adjoints: readonly number[] | undefined;
  readonly full: boolean;
}

/** Weights of a neuron that its row lists. */
const MOST_LISTED = 12;

/** A row for each neuron that is drawn. */
function Weights({ layers, adjoints, full }: WeightsProps) {
  const text = (value: number): string => showReal(value, full ? 'full' : 6);
  const list = (values: readonly (number | undefined)[], count: number): string =>
    values
      .slice(0, MOST_LISTED)
      .map((value) => (value === undefined ? '–' : text(value)))
      .join(', ') + (count > MOST_LISTED ? `, … ${integer(count - MOST_LISTED)} more` : '');
  return (
    <>
      <thead>
        <tr>
          {['Layer', 'Neuron', 'Bias', ...(adjoints === undefined ? [] : ['∂bias']), 'Weights'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {adjoints !== undefined && <th scope="col">∂weights</th>}
        </tr>
      </thead>
      <tbody>
        {layers.flatMap(({ biases, weights, leaf }, layer) =>
          biases.map((bias, neuron) => {
            const row = weights[neuron] ?? [];
            const inputs = layers[layer - 1]?.neurons ?? row.length;
            const derivative = (at: number): number | undefined => adjoints?.[at];
            const first = leaf.weights + neuron * leaf.weightStep;
            const biasAt = leaf.biases + neuron * leaf.biasStep;
            return (
              <tr key={`${layer} ${neuron}`}>
                <td>{layer + 1}</td>
                <td>{neuron + 1}</td>
                <td>{text(bias)}</td>
                {adjoints !== undefined && <td>{list([derivative(biasAt)], 1)}</td>}
                <td>{list(row, inputs)}</td>
                {adjoints !== undefined && (
                  <td>
                    {list(
                      row.map((_, j) => derivative(first + j)),
                      inputs,
                    )}
                  </td>
                )}
              </tr>
            );
          }),
        )}
      </tbody>
    </>
  );
}
