import type { TracePiece } from '../trace/trace-notation';

/** Pieces of a line, typeset: variables in italics, their indices as subscripts. */
export function TracePieces({ pieces }: { readonly pieces: readonly TracePiece[] }) {
  return pieces.map((piece, i) =>
    piece.tag === 'text' ? (
      <span key={i}>{piece.text}</span>
    ) : (
      <span key={i}>
        <i>{piece.stem}</i>
        {piece.index !== '' && <sub>{piece.index}</sub>}
      </span>
    ),
  );
}
