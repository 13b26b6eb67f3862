import type { ReactNode } from "react";
import { LockedPicture } from "~/access/paywall";

/** A card of a record whose existence alone is public: veil, title, one sentence. */
export function LockedCard({ title, to, meta }: { title: ReactNode; to?: string; meta: ReactNode }) {
  return (
    <article className="card card-shut">
      <LockedPicture />
      <h3>{to === undefined ? title : <a href={to}>{title}</a>}</h3>
      <p className="meta">{meta}</p>
    </article>
  );
}
