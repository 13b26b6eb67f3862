import { AdminPage } from "~/admin-kit/admin-page";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Input } from "~/ui/field";
import { DASH, formatPrice, formatVolume, pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { decimalsOf } from "../quotes.rules";
import { priceSourcePath, SOURCES_PATH } from "./price-source.rules";
import type { Trial, TrialReply } from "./trial.screen.server";

type TrialPageProps = {
  source: { id: string; name: string };
  /** What the field begins with. */
  first: string;
  reply?: TrialReply;
};

/** Asks a source for one symbol; what it says is shown and nothing is written. */
export function TrialPage({ source, first, reply }: TrialPageProps) {
  const refused = reply && "fieldErrors" in reply ? reply : undefined;
  const trial = reply && "trial" in reply ? reply.trial : undefined;
  const error = refused?.fieldErrors.symbol;
  return (
    <AdminPage parentPath="/admin/market">
      <AdminHead
        title="Try the source"
        meta={`What ${source.name} says of one symbol. Nothing is written.`}
        crumbs={[
          { label: "Markets", to: "/admin/market" },
          { label: "Price sources", to: SOURCES_PATH },
          { label: source.name, to: priceSourcePath(source.id) },
          { label: "Try it" },
        ]}
      />
      {refused && (
        <ErrorSummary title={refused.message} errors={error ? [{ href: "#symbol", message: error }] : []} />
      )}
      <form method="post" className="form max-w-form">
        <Input
          label="Symbol"
          name="symbol"
          required
          maxLength={60}
          defaultValue={refused?.repopulateFields.symbol ?? trial?.symbol ?? first}
          error={error}
          hint="As SPX, or SPX=I:SPX where the source calls it otherwise."
        />
        <div className="actions">
          <Button variant="brand" busyText="Asking...">
            Ask
          </Button>
        </div>
      </form>
      {trial && <Prices trial={trial} />}
    </AdminPage>
  );
}

const priceText = (price: string | null) => (price ? formatPrice(price, decimalsOf(price)) : DASH);

const Prices = ({ trial: { symbol, asked, days, prices } }: { trial: Trial }) => (
  <Section
    title={`Prices of ${symbol}`}
    aside={`${pluralize(days, "day")}${asked === symbol ? "" : `, asked as ${asked}`}`}
  >
    {prices.length === 0 ? (
      <EmptyState title="None of the days that are asked for." />
    ) : (
      <Table label="Newest days" cards>
        <thead>
          <tr>
            <HeaderCell>Day</HeaderCell>
            {["Close", "High", "Low", "Volume"].map((label) => (
              <HeaderCell key={label} numeric>
                {label}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {prices.map(({ day, close, high, low, volume }) => (
            <tr key={day}>
              <RowHeader>{day}</RowHeader>
              <Cell numeric label="Close">
                {priceText(close)}
              </Cell>
              <Cell numeric label="High">
                {priceText(high)}
              </Cell>
              <Cell numeric label="Low">
                {priceText(low)}
              </Cell>
              <Cell numeric label="Volume">
                {volume ? formatVolume(volume) : DASH}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Section>
);
