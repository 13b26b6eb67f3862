import { Bars } from "~/ui/charts/bars";
import { Exhibit } from "~/ui/charts/exhibit";
import { DASH, formatCount, formatMoney, formatNumber, pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { LoadError } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { BIN_WORDS } from "./payers-section";
import type { PaywallMoney, PaywallPageLine, PaywallsView } from "./paywalls.rules";
import { type DateRange, paywallCsvPath } from "./ranges.rules";

type PaywallsSectionProps = {
  /** Undefined if they could not be loaded. */
  locks?: PaywallsView;
  range: DateRange;
  running: boolean;
};

/** How many readers saw a paywall, went to the plans from it, and paid. */
export function PaywallsSection({ locks, range, running }: PaywallsSectionProps) {
  if (!locks)
    return (
      <Section title="From paywall to payment">
        <LoadError title="The paywall figures could not be loaded." />
      </Section>
    );
  if (locks.pages.length === 0)
    return (
      <Section title="From paywall to payment">
        <p className="meta">No paywall was shown, and no payment came from one.</p>
      </Section>
    );
  return (
    <Section title="From paywall to payment" more={{ label: "Pages as CSV", to: paywallCsvPath(range) }}>
      <PaywallsExhibit locks={locks} running={running} />
      <div className="section">
        <PaywallPages pages={locks.pages} />
        {locks.pages.length < locks.pageCount && (
          <p className="meta">
            Shows {formatCount(locks.pages.length)} of {formatCount(locks.pageCount)} pages: those with the
            most payments and the most clicks to the plans. The CSV file lists more.
          </p>
        )}
      </div>
    </Section>
  );
}

function PaywallsExhibit({ locks, running }: { locks: PaywallsView; running: boolean }) {
  const { shown, followed, payments, bins, binKind, money } = locks;
  const table = {
    columns: [
      { label: BIN_WORDS[binKind] },
      ...["Paywalls shown", "Clicks to plans", "Payments"].map((label) => ({ label, numeric: true })),
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
      title={`${pluralize(shown, "paywall")} shown, ${pluralize(followed, "click")} through to the plans, ${pluralize(payments, "payment")}`}
      level={3}
      source={money.length > 0 ? `${money.map(netSentence).join("; ")}.` : "No revenue came from a paywall."}
      table={table}
    >
      <Bars
        days={bins.map(({ day, length, followed: value }) => ({ day, length, value }))}
        running={running}
        sentence={`Clicks from a paywall to the plans: ${formatCount(followed)} in total.${running ? " Today’s figures are incomplete." : ""}`}
        table={table}
      />
    </Exhibit>
  );
}

const netText = (money: readonly PaywallMoney[], currency: string) =>
  formatMoney(money.find((line) => line.currency === currency)?.net ?? "0.00", currency);

const netSentence = ({ received, refunded, net, currency }: PaywallMoney) =>
  `${formatMoney(net, currency)} net: ${formatMoney(received, currency)} received, ${formatMoney(refunded, currency)} refunded`;

/** "1.25%"; a dash if the whole is zero. */
const shareText = (part: number, whole: number) =>
  whole > 0 ? `${formatNumber((part / whole) * 100)}%` : DASH;

function PaywallPages({ pages }: { pages: readonly PaywallPageLine[] }) {
  return (
    <Table label="From paywall to payment, by page" cards>
      <thead>
        <tr>
          <HeaderCell>Page</HeaderCell>
          {["Paywalls shown", "Clicks to plans", "Payments", "Received", "Refunded", "Net"].map((label) => (
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

function PageRow({ page, title, exists, shown, followed, payments, money }: PaywallPageLine) {
  const amounts = (of: (line: PaywallMoney) => string) =>
    money.length === 0
      ? DASH
      : money.map((line) => (
          <span key={line.currency} className="block">
            {formatMoney(of(line), line.currency)}
          </span>
        ));
  return (
    <tr>
      <RowHeader sub={exists ? undefined : "No longer available"}>
        {exists ? <a href={page}>{title}</a> : title}
      </RowHeader>
      <Cell label="Paywalls shown" numeric>
        {formatCount(shown)}
      </Cell>
      <Cell label="Clicks to plans" numeric>
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
      <Cell label="Refunded" numeric>
        {amounts(({ refunded }) => refunded)}
      </Cell>
      <Cell label="Net" numeric>
        {amounts(({ net }) => net)}
      </Cell>
    </tr>
  );
}
