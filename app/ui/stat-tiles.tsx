import { cx } from "./class-names";
import { Icon } from "./icon";

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

type StatTilesProps = {
  label: string;
  tiles: readonly StatTile[];
  /** Name and figure on one line, without notes in sight of a glance. */
  compact?: boolean;
};

/** Figures that lead to their screens. */
export function StatTiles({ label, tiles, compact }: StatTilesProps) {
  return (
    <nav className={cx("tiles", compact && "tiles--compact")} aria-label={label}>
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
