import { memo } from 'react';
import { nameParts } from '../../ad/notation/line';
import type { Span } from '../../language/source/span';
import type { Piece } from '../../protocol/steps';
import { clipped } from './format';
import './pieces.css';

interface PiecesProps {
  readonly pieces: readonly Piece[];
  /** Called with the source span of the piece under the pointer, or undefined when the pointer leaves it. */
  readonly onPoint?: (span: Span | undefined) => void;
  /** For pieces that name nodes: which are highlighted, and the callback for the one under the pointer. */
  readonly nodes?: PointedNodes | undefined;
}

export interface PointedNodes {
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (node: number) => void;
}

/** A line of paper notation: variables in italics with their numbers below, functions upright, keywords bold. */
export const Pieces = memo(function Pieces({ pieces, onPoint, nodes }: PiecesProps) {
  return runsOf(pieces).map(({ mark, pieces: run }, i) => {
    const inner = run.map((piece, at) => <Typeset key={at} piece={piece} onPoint={onPoint} nodes={nodes} />);
    switch (mark) {
      case 'redex':
        return (
          <mark key={i} className="redex">
            {inner}
          </mark>
        );
      case 'hole':
        return (
          <span key={i} className="hole">
            {inner}
          </span>
        );
      case undefined:
        return <span key={i}>{inner}</span>;
    }
  });
});

interface Run {
  readonly mark: Piece['mark'];
  readonly pieces: Piece[];
}

/** Adjacent pieces with the same mark, grouped so that they share one frame. */
function runsOf(pieces: readonly Piece[]): readonly Run[] {
  const runs: Run[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && last.mark === piece.mark) last.pieces.push(piece);
    else runs.push({ mark: piece.mark, pieces: [piece] });
  }
  return runs;
}

interface TypesetProps {
  readonly piece: Piece;
  readonly onPoint: PiecesProps['onPoint'];
  readonly nodes: PointedNodes | undefined;
}

function Typeset({ piece, onPoint, nodes }: TypesetProps) {
  const { kind, text, span, node } = piece;
  const content = kind === 'name' ? <Name name={text} /> : clipped(text);
  const Tag = kind === 'keyword' ? 'b' : kind === 'sub' ? 'sub' : 'span';
  if (nodes !== undefined && node !== undefined)
    return (
      <Tag
        className={`piece-${kind} piece-placed${nodes.lit.has(node) ? ' piece-lit' : ''}`}
        onPointerEnter={() => {
          nodes.onPoint(node);
        }}
      >
        {content}
      </Tag>
    );
  if (span === undefined || span.cell < 0 || onPoint === undefined)
    return <Tag className={`piece-${kind}`}>{content}</Tag>;
  return (
    <Tag
      className={`piece-${kind} piece-placed`}
      onPointerEnter={() => {
        onPoint(span);
      }}
      onPointerLeave={() => {
        onPoint(undefined);
      }}
    >
      {content}
    </Tag>
  );
}

function Name({ name }: { readonly name: string }) {
  const { stem, index, prime } = nameParts(name);
  return (
    <>
      <i className={prime ? 'adjoint' : undefined}>{clipped(stem)}</i>
      {index !== '' && <sub>{index}</sub>}
    </>
  );
}
