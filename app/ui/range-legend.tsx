/** The legend of range bars next to a table: "marks the price …". */
export function RangeLegend({ children }: { children: string }) {
  return (
    <p className="legend meta">
      <svg width="18" height="11" viewBox="0 0 18 11" aria-hidden="true">
        <path className="mark" d="M4 8.5a5 5 0 0 1 10 0z" />
        <path className="base" d="M0 8.5h18v1H0z" />
      </svg>
      {children}
    </p>
  );
}
