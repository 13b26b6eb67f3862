import { Fragment } from "react";
import { ExternalLink, Prose } from "./prose";

/** Paragraphs of stored text; a piece with `href` is a link to another site. */
export function RichText({
  paragraphs,
}: {
  paragraphs: readonly (readonly { text: string; href?: string }[])[];
}) {
  return (
    <Prose>
      {paragraphs.map((pieces, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and two may be equal
        <p key={nth}>
          {pieces.map(({ text, href }, index) =>
            href === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Fragment key={index}>{text}</Fragment>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <ExternalLink key={index} href={href}>
                {text}
              </ExternalLink>
            ),
          )}
        </p>
      ))}
    </Prose>
  );
}
