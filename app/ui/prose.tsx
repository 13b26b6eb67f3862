import type { ReactNode } from "react";

/** Reading text: serif, 65 to 75 characters per line. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>;
}

/** A marked link to another site. The address must already be checked to be http or https. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className="ext"
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      // In print its address is added, unless the text is the address.
      data-named={children === href ? undefined : ""}
    >
      {children}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  );
}

type ByLineProps = { face?: ReactNode; author?: ReactNode; children?: ReactNode };

/** Author, time and other facts of an article. */
export function ByLine({ face, author, children }: ByLineProps) {
  return (
    <div className="byline meta">
      {face}
      {author && (
        <span>
          {"By "}
          <strong>{typeof author === "string" ? <bdi>{author}</bdi> : author}</strong>
        </span>
      )}
      {children}
    </div>
  );
}

type Neighbour = { to: string; label: ReactNode; title: string };

/** Links to the previous and next item. */
export function PrevNext({ label, prev, next }: { label: string; prev?: Neighbour; next?: Neighbour }) {
  if (!prev && !next) return null;
  return (
    <nav className="prevnext" aria-label={label}>
      {prev && <NeighbourLink {...prev} rel="prev" />}
      {next && <NeighbourLink {...next} rel="next" />}
    </nav>
  );
}

function NeighbourLink({ to, label, title, rel }: Neighbour & { rel: "prev" | "next" }) {
  return (
    <a href={to} rel={rel}>
      <span className="meta">{label}</span>
      <span className="serif" dir="auto">
        {title}
      </span>
    </a>
  );
}
