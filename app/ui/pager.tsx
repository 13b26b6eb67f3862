import { formatCount } from "./format";
import { EmptyState } from "./message";

type PagerProps = {
  /** Names the navigation: "Pages". */
  label?: string;
  page: number;
  /** Rows of a full page and of this one; absent if several lists are paged together. */
  size: number;
  count?: number;
  /** Rows of all pages. */
  total: number;
  /** There are more rows than the total: counting stopped there. */
  capped?: boolean;
  /** The rows could not be counted in time. */
  late?: boolean;
  /** What they are, if a part is counted separately: "calls, open and closed". */
  of?: string;
  /** The URL of a page. */
  href: (page: number) => string;
  /** Rows per page, as links. */
  sizes?: { size: number; to: string; current: boolean }[];
};

/** The page numbers: first, last, the current one and its neighbours; "gap" for omitted ones. */
export function pageNumbers(page: number, pageCount: number): (number | "gap")[] {
  const wanted = new Set([1, pageCount, page - 1, page, page + 1]);
  // A gap of one number would be wider than the number.
  if (page === 4) wanted.add(2);
  if (page === pageCount - 3) wanted.add(pageCount - 1);
  const numbers = [...wanted].filter((n) => n >= 1 && n <= pageCount).sort((a, b) => a - b);
  return numbers.flatMap((n, index) => {
    const before = numbers[index - 1];
    return before !== undefined && n - before > 1 ? ["gap" as const, n] : [n];
  });
}

/** Summary, page numbers, Previous and Next. All are links and work without script. */
export function Pager(props: PagerProps) {
  const { label = "Pages", page, size, count, total, capped, late, of, href, sizes } = props;
  // Nobody knows the last page of more rows than were counted, only whether another one follows.
  const isOpen = capped && (count === size || page * size < total);
  const pageCount = isOpen ? Number.POSITIVE_INFINITY : Math.max(capped ? page : 1, Math.ceil(total / size));
  const numbers = pageNumbers(page, pageCount).filter((entry) => entry !== Number.POSITIVE_INFINITY);
  const before = (page - 1) * size;
  const range =
    count === undefined
      ? `Page ${formatCount(page)} of ${formatCount(pageCount)}`
      : `${formatCount(before + 1)} to ${formatCount(before + count)}${late ? "" : ` of ${formatCount(total)}${capped ? "+" : ""}`}${of ? ` ${of}` : ""}`;
  return (
    <nav className="pager" aria-label={label}>
      {sizes && <PageSizes sizes={sizes} />}
      <p className="meta">{total === 0 ? "0 of 0" : range}</p>
      {pageCount > 1 && (
        <ul>
          <li>
            <Step to={page > 1 ? href(page - 1) : undefined} rel="prev" label="Previous" />
          </li>
          {numbers.map((entry, index, all) =>
            entry === "gap" ? (
              // Without its dots it would be announced as an empty entry.
              <li key={`gap before ${all[index + 1]}`} aria-hidden="true">
                <span>…</span>
              </li>
            ) : (
              <li key={entry}>
                <a href={href(entry)} aria-current={entry === page ? "page" : undefined}>
                  <span className="sr">Page </span>
                  {formatCount(entry)}
                </a>
              </li>
            ),
          )}
          <li>
            <Step to={page < pageCount ? href(page + 1) : undefined} rel="next" label="Next" />
          </li>
        </ul>
      )}
    </nav>
  );
}

type NoRowsProps = Pick<PagerProps, "page" | "size" | "total" | "capped" | "href"> & {
  /** The exact text of the specification. */
  title: string;
  /** A link from an empty list; never to the list itself. */
  action?: { label: string; to: string };
};

/** Replaces the rows: an empty list; or a page past the end, with a link to the last one. */
export function NoRows({ title, action: way, page, size, total, capped, href }: NoRowsProps) {
  const last = Math.ceil(total / size);
  if (page <= last || last === 0) return <EmptyState title={title} action={way} />;
  return (
    <EmptyState
      title={`There is no page ${formatCount(page)}.`}
      action={{ label: `Show page ${formatCount(last)}`, to: href(last) }}
    >
      {capped ? undefined : `The last page is ${formatCount(last)}.`}
    </EmptyState>
  );
}

function Step({ to, rel, label }: { to?: string; rel: "prev" | "next"; label: string }) {
  if (to === undefined) return <span>{label}</span>;
  return (
    <a href={to} rel={rel}>
      {label}
    </a>
  );
}

function PageSizes({ sizes }: { sizes: NonNullable<PagerProps["sizes"]> }) {
  return (
    <div className="sizes">
      <span className="meta">Rows</span>
      <ul>
        {sizes.map(({ size, to, current }) => (
          <li key={size}>
            <a href={to} aria-current={current ? "true" : undefined}>
              {size}
              <span className="sr"> rows per page</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
