import type { ReactNode } from "react";
import { Badge } from "./badge";
import { cx } from "./class-names";
import { formatTime, type Moment } from "./dates";
import { Icon } from "./icon";
import { Time } from "./time";

export type StatTile = {
  label: string;
  /** Without it the tile is only read. */
  to?: string;
  /** Absent where `reason` says why this reader is not shown it. */
  figure?: string;
  note?: string;
  reason?: string;
  /** Twice as wide. */
  wide?: boolean;
};

/** Figures that lead to their screens. */
export function StatTiles({ label, tiles }: { label: string; tiles: readonly StatTile[] }) {
  return (
    <nav className="tiles" aria-label={label}>
      {tiles.map((tile) => {
        const content = (
          <>
            <span className="name">
              {tile.label}
              {tile.reason && <Icon name="lock" />}
            </span>
            {tile.figure !== undefined && <span className="figure">{tile.figure}</span>}
            {tile.note && <span className="fine">{tile.note}</span>}
            {tile.reason && <span className="fine">{tile.reason}</span>}
          </>
        );
        const className = cx("tile", tile.wide && "tile--two");
        return tile.to === undefined ? (
          <div key={tile.label} className={className}>
            {content}
          </div>
        ) : (
          <a key={tile.label} className={className} href={tile.to}>
            {content}
          </a>
        );
      })}
    </nav>
  );
}

export type AttentionItem = {
  count: string;
  tone: "bad" | "warn";
  /** One word: Stuck, Failed, Stale. */
  word: string;
  text: string;
  action: { label: string; to: string };
};

/** What somebody should look at, the worst first. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  return (
    <ul className="attention">
      {items.map((item) => (
        <li key={`${item.word} ${item.text}`}>
          <span className={`figure figure--${item.tone}`}>{item.count}</span>
          <Badge tone={item.tone}>{item.word}</Badge>
          <span>{item.text}</span>
          <a href={item.action.to}>{item.action.label}</a>
        </li>
      ))}
    </ul>
  );
}

export type ChangeEntry = { id: string; at: Moment; who: string; what: ReactNode };

type ChangeListProps = {
  entries: readonly ChangeEntry[];
  zone?: string;
  /** Today's are told by the hour, and the year goes without saying. Without it entries reach far back. */
  now?: Moment;
};

/** Who did what, newest first. */
export function ChangeList({ entries, zone, now }: ChangeListProps) {
  const dayOf = (moment: Moment) => formatTime(moment, "date", zone);
  const styleOf = (at: Moment) => {
    if (now === undefined) return "short-date";
    return dayOf(at) === dayOf(now) ? "clock" : "day";
  };
  return (
    <ol className="changes">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Time at={entry.at} style={styleOf(entry.at)} zone={zone} />
          <span>
            <strong>{entry.who}</strong> {entry.what}
          </span>
        </li>
      ))}
    </ol>
  );
}
