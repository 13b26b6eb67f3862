import { Bars } from "~/ui/charts/bars";
import { Exhibit } from "~/ui/charts/exhibit";
import { DASH, formatCount, formatMoney, formatNumber, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { LoadError } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import type { LockedPageLine, LockMoney, LocksView } from "./locks.rules";
import { BIN_WORDS } from "./payers-section";
import { locksCsvPath, type NumbersRange } from "./ranges.rules";

type LocksSectionProps = {
  /** Undefined where they could not be read. */
  locks?: LocksView;
  range: NumbersRange;
  running: boolean;
};

/** From the locks of pages to the plans, and from there to payments. */
export function LocksSection({ locks, range, running }: LocksSectionProps) {
  if (!locks)
    return (
      <Section title="From lock to payment">
        <LoadError title="The locks could not be read." />
      </Section>
    );
  if (locks.pages.length === 0)
    return (
      <Section title="From lock to payment">
        <p className="meta">No lock was shown, and none was paid at.</p>
      </Section>
    );
  return (
    <Section title="From lock to payment" more={{ label: "Pages as CSV", to: locksCsvPath(range) }}>
      <LocksExhibit locks={locks} running={running} />
      <div className="section">
        <LockedPages pages={locks.pages} />
        {locks.pages.length < locks.pageCount && (
          <p className="meta">
            {formatCount(locks.pages.length)} of {formatCount(locks.pageCount)} pages: those with the most
            payments and the most ways to the plans. The file has more.
          </p>
        )}
      </div>
    </Section>
  );
}

function LocksExhibit({ locks, running }: { locks: LocksView; running: boolean }) {
  const { shown, followed, payments, bins, binKind, money } = locks;
  const table = {
    columns: [
      { label: BIN_WORDS[binKind] },
      ...["Locks shown", "To the plans", "Payments"].map((label) => ({ label, numeric: true })),
      ...money.map(({ currency }) => ({ label: `Net, ${currency}`, numeric: true })),
    ],
    rows: bins.map((bin) => [
      bin.label,
      ...[bin.shown, bin.followed, bin.payments].map(formatCount),
      ...money.map(({ currency }) => netText(bin.money, currency)),
    ]),
  };
  return (
    <Exhibit
      title={`${pluralize(payments, "payment")} of ${pluralize(followed, "way")} to the plans, at ${pluralize(shown, "lock")} shown`}
      level={3}
      source={money.length > 0 ? `${money.map(netSentence).join("; ")}.` : "Nothing came in by a lock."}
      table={table}
    >
      <Bars
        days={bins.map(({ day, length, followed: value }) => ({ day, length, value }))}
        running={running}
        sentence={`How often somebody went from a lock to the plans: ${formatCount(followed)} times in all.${running ? " Today is not over." : ""}`}
        table={table}
      />
    </Exhibit>
  );
}

const netText = (money: readonly LockMoney[], currency: string) =>
  formatMoney(money.find((line) => line.currency === currency)?.net ?? "0.00", currency);

const netSentence = ({ received, refunded, net, currency }: LockMoney) =>
  `${formatMoney(net, currency)} net: ${formatMoney(received, currency)} received, ${formatMoney(refunded, currency)} given back`;

/** "1.25%" of so many; a dash where there are none. */
const shareText = (part: number, whole: number) =>
  whole > 0 ? `${formatNumber((part / whole) * 100)}%` : DASH;

function LockedPages({ pages }: { pages: readonly LockedPageLine[] }) {
  return (
    <Table label="From lock to payment, by page" cards>
      <thead>
        <tr>
          <HeaderCell>Page</HeaderCell>
          {["Locks shown", "To the plans", "Payments", "Received", "Given back", "Net"].map((label) => (
            <HeaderCell key={label} numeric>
              {label}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {pages.map((line) => (
          <PageRow key={line.page} {...line} />
        ))}
      </tbody>
    </Table>
  );
}

function PageRow({ page, title, isThere, shown, followed, payments, money }: LockedPageLine) {
  const amounts = (of: (line: LockMoney) => string) =>
    money.length === 0
      ? DASH
      : money.map((line) => (
          <span key={line.currency} className="block">
            {formatMoney(of(line), line.currency)}
          </span>
        ));
  return (
    <tr>
      <RowHeader sub={isThere ? undefined : "Not there any more"}>
        {isThere ? <a href={page}>{title}</a> : title}
      </RowHeader>
      <Cell label="Locks shown" numeric>
        {formatCount(shown)}
      </Cell>
      <Cell label="To the plans" numeric>
        {formatCount(followed)}
        <span className="meta block">{shareText(followed, shown)}</span>
      </Cell>
      <Cell label="Payments" numeric>
        {formatCount(payments)}
        <span className="meta block">{shareText(payments, shown)}</span>
      </Cell>
      <Cell label="Received" numeric>
        {amounts(({ received }) => received)}
      </Cell>
      <Cell label="Given back" numeric>
        {amounts(({ refunded }) => refunded)}
      </Cell>
      <Cell label="Net" numeric>
        {amounts(({ net }) => net)}
      </Cell>
    </tr>
  );
}
