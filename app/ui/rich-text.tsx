import { Fragment } from "react";
import { ExternalLink, Prose } from "./prose";

type Piece = { text: string; href?: string };

/** One paragraph's text; a piece with `href` is a link to another site. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ text, href }, index) =>
        href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move, and two may be equal
          <Fragment key={index}>{text}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ExternalLink key={index} href={href}>
            {text}
          </ExternalLink>
        ),
      )}
    </>
  );
}

/** Paragraphs of stored text. */
export function RichText({ paragraphs }: { paragraphs: readonly (readonly Piece[])[] }) {
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
