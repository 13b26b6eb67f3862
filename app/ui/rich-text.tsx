import { Fragment } from "react";
import { ExternalLink, Prose } from "./prose";
import { textAnchor } from "./text-anchor";
import type { TextSpan } from "./text-blocks";

/**
 * The spans of a paragraph; one with `href` links to another site, a page of ours, an anchor or an email
 * address.
 */
export function Pieces({ pieces }: { pieces: readonly TextSpan[] }) {
  return (
    <>
      {pieces.map((piece, index) =>
        piece.href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans never move, and two may be equal
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

/** Text anchors have a prefix, to differ from the page's ids. */
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
