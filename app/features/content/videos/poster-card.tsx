import type { ReactNode } from "react";
import { LockedPoster } from "~/access/paywall";
import { Icon } from "~/ui/icon";

type PosterCardProps = {
  to: string;
  title: string;
  meta?: ReactNode;
  badges?: ReactNode;
  /** The drawing, 16:9. Behind the paywall it is hatched and no link. */
  drawing: ReactNode;
  locked?: boolean;
};

/** A video as a 16:9 drawing, with a seal over it behind the paywall. */
export function PosterCard({ to, title, meta, badges, drawing, locked = false }: PosterCardProps) {
  return (
    <article className="card card--poster">
      {locked ? (
        <LockedPoster drawing={drawing} />
      ) : (
        <span className="poster" aria-hidden="true">
          <a href={to} tabIndex={-1}>
            {drawing}
            <span className="play">
              <Icon name="play" />
            </span>
          </a>
        </span>
      )}
      {badges && <div className="card-tags">{badges}</div>}
      <h3>{locked ? title : <a href={to}>{title}</a>}</h3>
      {meta !== undefined && <p className="meta">{meta}</p>}
    </article>
  );
}
