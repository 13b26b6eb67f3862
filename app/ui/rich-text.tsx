import { Fragment } from "react";
import { ExternalLink, Prose } from "./prose";
import type { TextSpan } from "./text-blocks";

/** One paragraph's text; a piece with `href` is a link to another site, or to a page of ours. */
export function Pieces({ pieces }: { pieces: readonly TextSpan[] }) {
  return (
    <>
      {pieces.map((piece, index) =>
        piece.href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move, and two may be equal
          <Fragment key={index}>{wordsOf(piece)}</Fragment>
        ) : piece.href.startsWith("/") ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} href={piece.href}>
            {wordsOf(piece)}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ExternalLink key={index} href={piece.href}>
            {wordsOf(piece)}
          </ExternalLink>
        ),
      )}
    </>
  );
}

function wordsOf({ text, strong, emphasis }: TextSpan) {
  const words = emphasis ? <em>{text}</em> : text;
  return strong ? <strong>{words}</strong> : words;
}

/** Paragraphs of stored text. */
export function RichText({ paragraphs }: { paragraphs: readonly (readonly TextSpan[])[] }) {
  return (
    <Prose>
      {paragraphs.map((pieces, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and two may be equal
        <p key={nth}>
          <Pieces pieces={pieces} />
        </p>
      ))}
    </Prose>
  );
}
