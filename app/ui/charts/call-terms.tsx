export type CallTerm = {
  /** "Stop", "Made", "Now", "Settled", "Target". */
  label: string;
  figure: string;
  /** A distance or a moment: "7.8% below today’s price". */
  note?: string;
  side?: "risk" | "reward";
};

/** The figures of a call's chart as a list, with the distances in words. */
export const CallFigures = ({ terms }: { terms: readonly CallTerm[] }) => (
  <dl className="terms">
    {terms.map(({ label, figure, note, side }) => (
      <div key={label} className={side && `term-${side}`}>
        <dt>{label}</dt>
        <dd className="num">
          {figure}
          {note && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
