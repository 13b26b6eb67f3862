import { Bars } from "~/ui/charts/bars";
import { Exhibit } from "~/ui/charts/exhibit";
import { formatCount, formatMoney, formatVolume, MINUS } from "~/ui/format";
import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import type { AnalyticsView, CurrencyFigures } from "./analytics.rules";
import { changeText } from "./definitions.rules";
import { BIN_WORDS } from "./payers-section";
import type { BinKind } from "./ranges.rules";

const BY: Record<BinKind, string> = { day: "day by day", week: "week by week", month: "month by month" };

/** Revenue net of refunds, by currency. */
export function RevenueSection({ view: { currencies, binKind, isBehind } }: { view: AnalyticsView }) {
  return (
    <Section title="Revenue">
      {currencies.length === 0 ? (
        <p className="meta">No payments and no refunds.</p>
      ) : (
        <div className="grid gap-8">
          {currencies.map((figures) => (
            <RevenueExhibit key={figures.currency} figures={figures} kind={binKind} running={!isBehind} />
          ))}
        </div>
      )}
    </Section>
  );
}

type RevenueExhibitProps = { figures: CurrencyFigures; kind: BinKind; running: boolean };

function RevenueExhibit({ figures, kind, running }: RevenueExhibitProps) {
  const { currency, net, received, refunded, bins } = figures;
  const money = (amount: string) => formatMoney(amount, currency);
  const table = {
    columns: [
      { label: BIN_WORDS[kind] },
      ...["Payments", "Received", "Refunds", "Refunded", "Net"].map((label) => ({ label, numeric: true })),
    ],
    rows: bins.map((bin) => [
      bin.label,
      formatCount(bin.payments),
      money(bin.received),
      formatCount(bin.refunds),
      money(bin.refunded),
      money(bin.net),
    ]),
  };
  return (
    <Exhibit
      title={`${money(net)} net of refunds`}
      level={3}
      source={`${money(received)} received, ${money(refunded)} refunded.`}
      table={table}
    >
      <Bars
        days={bins.map(({ day, length, net: value }) => ({ day, length, value: Number(value) }))}
        running={running}
        tickLabel={tick}
        sentence={`Revenue in ${currency} net of refunds, ${BY[kind]}: ${money(net)} in total.${running ? " Today’s figures are incomplete." : ""}`}
        table={table}
      />
    </Exhibit>
  );
}

/** "2.5K": the axis has room for seven characters. */
const tick = (value: number) => (value < 0 ? MINUS : "") + formatVolume(Math.abs(value));

/** Revenue by plan. */
export function PlansSection({ view: { plans, range } }: { view: AnalyticsView }) {
  if (plans.length === 0) return null;
  const before = plans[0]?.netBefore === undefined ? undefined : `Net, previous ${range} days`;
  return (
    <Section title="By plan">
      <Table label="Revenue by plan" cards>
        <thead>
          <tr>
            <HeaderCell>Plan</HeaderCell>
            <HeaderCell numeric>Payments</HeaderCell>
            <HeaderCell numeric>Received</HeaderCell>
            <HeaderCell numeric>Refunded</HeaderCell>
            <HeaderCell numeric>Net</HeaderCell>
            {before && <HeaderCell numeric>{before}</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {plans.map(({ packageName, tier, currency, payments, received, refunded, net, netBefore }) => (
            <tr key={[packageName, tier, currency].join()}>
              <RowHeader sub={packageName === tier ? undefined : tier}>{packageName}</RowHeader>
              <Cell label="Payments" numeric>
                {formatCount(payments)}
              </Cell>
              <Cell label="Received" numeric>
                {formatMoney(received, currency)}
              </Cell>
              <Cell label="Refunded" numeric>
                {formatMoney(refunded, currency)}
              </Cell>
              <Cell label="Net" numeric>
                {formatMoney(net, currency)}
              </Cell>
              {before && (
                <Cell label={before} numeric>
                  {formatMoney(netBefore, currency)}
                  <ChangeSince net={net} netBefore={netBefore} />
                </Cell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

function ChangeSince({ net, netBefore }: { net: string; netBefore?: string }) {
  const text = changeText(Number(net), Number(netBefore));
  return text ? <span className="meta block">{text} since</span> : null;
}
