import type { ReactNode } from "react";
import { type StoredPicture, thumbnailPath } from "~/platform/pictures/picture";
import { Avatar } from "~/ui/avatar";
import { authorHref } from "./author.rules";

type AuthorFaceProps = { author: string; portrait: StoredPicture | null };

/** The author's portrait, or the initials. Records without an author have neither. */
export const AuthorFace = ({ author, portrait }: AuthorFaceProps) =>
  authorHref(author) === undefined ? null : (
    <Avatar name={author} picture={portrait ? thumbnailPath(portrait) : undefined} />
  );

/** A portrait next to the by-line and the date. */
export const Signed = ({ children, ...face }: AuthorFaceProps & { children: ReactNode }) => (
  <span className="signed">
    <AuthorFace {...face} />
    <span>{children}</span>
  </span>
);
