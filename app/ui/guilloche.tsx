import { useId } from "react";

/** Rotations of a pair of ellipses, in degrees, doubled; together a full turn in 32 steps. */
const TURNS = [5.625, 11.25, 22.5, 45, 90];

/**
 * The guilloche engraving marks membership and is used for nothing else.
 * @param props.id the id that copies refer to
 */
export function Guilloche({ id: given }: { id?: string }) {
  const made = useId();
  const id = given ?? made;
  return (
    <svg className="guilloche" viewBox="-100 -100 200 200" aria-hidden="true">
      <defs>
        <g id={`${id}0`} fill="none" stroke="currentColor" strokeWidth=".35">
          <ellipse rx="98" ry="34" />
          <ellipse rx="70" ry="52" />
        </g>
        {TURNS.map((turn, index) => (
          <g key={turn} id={`${id}${index + 1}`}>
            <use href={`#${id}${index}`} />
            <use href={`#${id}${index}`} transform={`rotate(${turn})`} />
          </g>
        ))}
      </defs>
      <use href={`#${id}${TURNS.length}`} />
    </svg>
  );
}

/** A copy of the engraving on the same page. */
export const GuillocheCopy = ({ of: id, className }: { of: string; className: string }) => (
  <svg className={`guilloche ${className}`} viewBox="-100 -100 200 200" aria-hidden="true">
    <use href={`#${id}${TURNS.length}`} />
  </svg>
);
