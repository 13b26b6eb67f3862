import { cx } from "./class-names";
import { Icon } from "./icon";

export type StatTile = {
  label: string;
  /** Without it the tile is only read. */
  to?: string;
  /** Absent where `reason` says why this reader is not shown it. */
  figure?: string;
  /** What the figure counts, for who hears the tile: beside its name it is seen. */
  unit?: string;
  note?: string;
  reason?: string;
  /** Twice as wide. */
  wide?: boolean;
};

type StatTilesProps = {
  label: string;
  tiles: readonly StatTile[];
  /** Name and figure on one line, without notes in sight of a glance. */
  compact?: boolean;
};

/** Figures that lead to their screens, or are only read: then there is nowhere to navigate. */
export function StatTiles({ label, tiles, compact }: StatTilesProps) {
  const Frame = tiles.some(({ to }) => to !== undefined) ? "nav" : "section";
  return (
    <Frame className={cx("tiles", compact && "tiles--compact")} aria-label={label}>
      {tiles.map((tile) => {
        const className = cx("tile", tile.wide && "tile--two");
        return tile.to === undefined ? (
          <div key={tile.label} className={className}>
            <TileWords {...tile} />
          </div>
        ) : (
          <a key={tile.label} className={className} href={tile.to}>
            <TileWords {...tile} />
          </a>
        );
      })}
    </Frame>
  );
}

/** The blanks and the words out of sight make one sentence of it: "Manage Users 30 members, 7 new this week". */
function TileWords({ label, figure, unit, note, reason }: StatTile) {
  return (
    <>
      <span className="name">
        {label}
        {reason && <Icon name="lock" />}
      </span>
      {figure !== undefined && (
        <>
          {" "}
          <span className="figure">
            {figure}
            <span className="sr">{`${unit ? ` ${unit}` : ""}${note ? ", " : ""}`}</span>
          </span>
        </>
      )}
      {note && <span className="fine">{note}</span>}
      {reason && <span className="fine">{reason}</span>}
    </>
  );
}
