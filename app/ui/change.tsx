import { cx } from "./class-names";
import {
  capitalise,
  changeDirection,
  DASH,
  type Decimal,
  DIRECTION_LABELS,
  type Direction,
  formatSigned,
} from "./format";

type ChangeProps = {
  value: Decimal | null | undefined;
  decimals?: number;
  unit?: string;
  /** The visible label, if there is room: "Up +1.12% today". */
  spoken?: { after?: string };
  className?: string;
};

type ChangeTextProps = { text: string; direction: Direction; className?: string };

/** A formatted change: "+1.12%" with arrow, colour and a word for screen readers. */
export function ChangeText({ text, direction, className }: ChangeTextProps) {
  return (
    <span className={cx("chg", `chg--${direction}`, className)}>
      {text}
      <span className="sr"> {DIRECTION_LABELS[direction]}</span>
    </span>
  );
}

/** Arrow, sign, colour and a word for screen readers: readable without colour. */
export function Change({ value, decimals = 2, unit = "%", spoken, className }: ChangeProps) {
  if (value === null || value === undefined || value === "" || !Number.isFinite(Number(value))) {
    return <UnknownChange />;
  }
  const direction = changeDirection(value, decimals);
  const figure = `${formatSigned(value, decimals)}${unit}`;
  if (!spoken) return <ChangeText text={figure} direction={direction} className={className} />;
  const label = DIRECTION_LABELS[direction];
  return (
    <span className={cx("chg", `chg--${direction}`, className)}>
      {`${capitalise(label)} ${figure}${spoken.after ? ` ${spoken.after}` : ""}`}
    </span>
  );
}

/** Replaces an unknown change. */
export function UnknownChange() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">{DASH}</span>
      <span className="sr">not known</span>
    </span>
  );
}
