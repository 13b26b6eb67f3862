import type { ReactNode } from "react";
import { type StoredPicture, thumbnailPath } from "~/platform/pictures/picture";
import { Avatar } from "~/ui/avatar";
import { authorHref } from "./author.rules";

type AuthorFaceProps = { author: string; portrait: StoredPicture | null };

/** The portrait of who signs, or the initials; nobody in particular has none. */
export const AuthorFace = ({ author, portrait }: AuthorFaceProps) =>
  authorHref(author) === undefined ? null : (
    <Avatar name={author} picture={portrait ? thumbnailPath(portrait) : undefined} />
  );

/** A face beside what is said of who signs, and when. */
export const Signed = ({ children, ...face }: AuthorFaceProps & { children: ReactNode }) => (
  <span className="signed">
    <AuthorFace {...face} />
    <span>{children}</span>
  </span>
);
