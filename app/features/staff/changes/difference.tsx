import type { DiffPiece } from "./text-diff.rules";

/** A text with deletions and insertions. */
export function Difference({ pieces }: { pieces: readonly DiffPiece[] }) {
  return (
    <p className="difference">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have their places only
        <Piece key={index} {...piece} />
      ))}
    </p>
  );
}

function Piece({ kind, text }: DiffPiece) {
  if (kind === "removed") return <del>{text}</del>;
  if (kind === "added") return <ins>{text}</ins>;
  return kind === "gap" ? <span className="gap">{text}</span> : text;
}
