import { AdminPage } from "~/admin-kit/admin-page";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Input } from "~/ui/field";
import { pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState, Note } from "~/ui/message";
import { DayPricesTable } from "../instruments/day-prices-table";
import { priceSourcePath, SOURCES_PATH } from "./price-source.rules";
import type { Trial, TrialReply } from "./try-source.screen.server";

type TrialPageProps = {
  source: { id: string; name: string };
  /** The initial value of the field. */
  first: string;
  reply?: TrialReply;
};

/** Requests one symbol from a source and shows the response; nothing is written. */
export function TrialPage({ source, first, reply }: TrialPageProps) {
  const refused = reply && "fieldErrors" in reply ? reply : undefined;
  const trial = reply && "trial" in reply ? reply.trial : undefined;
  const error = refused?.fieldErrors.symbol;
  return (
    <AdminPage>
      <AdminHead
        title="Try the source"
        meta={`Request the prices of one symbol from ${source.name}. Nothing is saved.`}
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
          hint="For example SPX, or SPX = I:SPX if the source uses another name."
        />
        <div className="actions">
          <Button variant="brand" busyText="Requesting...">
            Request prices
          </Button>
        </div>
      </form>
      {trial && <Prices trial={trial} />}
    </AdminPage>
  );
}

const Prices = ({ trial: { symbol, askedAs, days, prices, leftOut } }: { trial: Trial }) => (
  <Section
    title={`Prices of ${symbol}`}
    aside={`${pluralize(days, "day")}${askedAs === symbol ? "" : `, requested as ${askedAs}`}`}
  >
    {prices.length === 0 ? (
      <EmptyState title="No prices for the requested days." />
    ) : (
      <DayPricesTable label="Newest days" prices={prices} />
    )}
    {leftOut.map((words) => (
      <Note key={words}>Left out: {words}</Note>
    ))}
  </Section>
);
