import { cx } from "./class-names";
import { Icon } from "./icon";

export type StatTile = {
  label: string;
  /** Without it the tile is not a link. */
  to?: string;
  /** Absent if this reader may not see it; `reason` says why. */
  figure?: string;
  /** What the figure counts, for screen readers. */
  unit?: string;
  note?: string;
  reason?: string;
  /** Twice as wide. */
  wide?: boolean;
};

type StatTilesProps = {
  label: string;
  tiles: readonly StatTile[];
  /** Name and figure on one line, without notes. */
  compact?: boolean;
};

/** Tiles with figures that link to their screens; without links they are no navigation. */
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

/** Spaces and hidden words make it one sentence: "Manage Users 30 members, 7 new this week". */
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
