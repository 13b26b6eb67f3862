import { cx } from "./class-names";
import { DASH, type Decimal, directionOf, formatSigned } from "./format";

type ChangeProps = {
  value: Decimal | null | undefined;
  decimals?: number;
  unit?: string;
  /** The word in sight where there is room: "Up +1.12% today". */
  spoken?: { after?: string };
  className?: string;
};

/** `level` is nought where a rule wants it green. */
export type Direction = "up" | "down" | "flat" | "level";

const DIRECTION_LABELS: Record<Direction, string> = {
  up: "up",
  down: "down",
  flat: "unchanged",
  level: "unchanged",
};

type ChangeTextProps = { text: string; direction: Direction; className?: string };

/** A change that is written already: "+1.12%" with its arrow, its colour and the word for screen readers. */
export function ChangeText({ text, direction, className }: ChangeTextProps) {
  return (
    <span className={cx("chg", `chg--${direction}`, className)}>
      {text}
      <span className="sr"> {DIRECTION_LABELS[direction]}</span>
    </span>
  );
}

/** Arrow, sign and colour, with the word for screen readers: readable without colour. */
export function Change({ value, decimals = 2, unit = "%", spoken, className }: ChangeProps) {
  if (value === null || value === undefined || value === "" || !Number.isFinite(Number(value))) {
    return <UnknownChange />;
  }
  const direction = directionOf(value, decimals);
  const figure = `${formatSigned(value, decimals)}${unit}`;
  if (!spoken) return <ChangeText text={figure} direction={direction} className={className} />;
  const label = DIRECTION_LABELS[direction];
  return (
    <span className={cx("chg", `chg--${direction}`, className)}>
      {`${label.charAt(0).toUpperCase()}${label.slice(1)} ${figure}${spoken.after ? ` ${spoken.after}` : ""}`}
    </span>
  );
}

/** In the place of a change that nobody has said. */
export function UnknownChange() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">{DASH}</span>
      <span className="sr">not known</span>
    </span>
  );
}
