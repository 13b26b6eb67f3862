import { cx } from "./class-names";
import { directionOf, type Figure, formatSigned, UNKNOWN } from "./format";

type ChangeProps = {
  value: Figure | null | undefined;
  decimals?: number;
  unit?: string;
  /** The word in sight where there is room: "Up +1.12% today". */
  spoken?: { after?: string };
  className?: string;
};

const WORDS = { up: "up", down: "down", flat: "unchanged" } as const;

/** Arrow, sign and colour, with the word for screen readers: readable without colour. */
export function Change({ value, decimals = 2, unit = "%", spoken, className }: ChangeProps) {
  if (value === null || value === undefined || value === "" || !Number.isFinite(Number(value))) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">{UNKNOWN}</span>
        <span className="sr">not known</span>
      </span>
    );
  }
  const direction = directionOf(value, decimals);
  const figure = `${formatSigned(value, decimals)}${unit}`;
  const word = WORDS[direction];
  return (
    <span className={cx("chg", `chg--${direction}`, className)}>
      {spoken ? (
        `${word.charAt(0).toUpperCase()}${word.slice(1)} ${figure}${spoken.after ? ` ${spoken.after}` : ""}`
      ) : (
        <>
          {figure}
          <span className="sr"> {word}</span>
        </>
      )}
    </span>
  );
}
