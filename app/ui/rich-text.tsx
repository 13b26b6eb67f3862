import { Fragment } from "react";
import { ExternalLink, Prose } from "./prose";
import { textAnchor } from "./text-anchor";
import type { TextSpan } from "./text-blocks";

/** One paragraph's text; a piece with `href` is a link to another site, to a page of ours, into the text, or an address to write to. */
export function Pieces({ pieces }: { pieces: readonly TextSpan[] }) {
  return (
    <>
      {pieces.map((piece, index) =>
        piece.href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move, and two may be equal
          <Fragment key={index}>{wordsOf(piece)}</Fragment>
        ) : /^(\/|#|mailto:)/i.test(piece.href) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} href={ownHref(piece.href)}>
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

/** Headings of a text have ids apart from those of its page. */
const ownHref = (href: string) => (href.startsWith("#") ? `#${textAnchor(href.slice(1))}` : href);

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
        <p key={nth} dir="auto">
          <Pieces pieces={pieces} />
        </p>
      ))}
    </Prose>
  );
}
