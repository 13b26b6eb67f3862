import { useActionData } from "@remix-run/react";
import { AdminPage } from "~/admin-kit/admin-page";
import { SAVE_ANYWAY, WARNINGS_SEEN } from "~/admin-kit/confirmation";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Checkbox, Input, Textarea } from "~/ui/field";
import { formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import type { FormErrorData } from "~/web/form-replies.server";
import { pageHref } from "~/web/paging";
import { DayPricesTable, type DayPricesTableProps } from "./day-prices-table";
import { instrumentPath } from "./instrument.rules";
import { PriceJumpLinks, type PriceJumpsProps } from "./price-jumps";

type PricesPageProps = {
  instrument: { id: string; symbol: string; name: string; currency?: string | null };
  jumps: PriceJumpsProps["jumps"];
  prices: DayPricesTableProps["prices"];
  page: number;
  size: number;
  total: number;
  /** The most days of one import. */
  most: number;
};

/** An instrument's prices by day as traded, with the import form. */
export function PricesPage({ instrument, most, jumps, ...list }: PricesPageProps) {
  const refused = useActionData() as FormErrorData | undefined;
  const { id, symbol, name, currency } = instrument;
  return (
    <AdminPage>
      <AdminHead
        title={`Prices of ${symbol}`}
        meta={currency ? `${name}, in ${currency}` : name}
        crumbs={[
          { label: "Instruments", to: "/admin/instruments" },
          { label: symbol, to: instrumentPath(id, "edit") },
          { label: "Prices" },
        ]}
        action={<LinkButton to={instrumentPath(id, "splits")}>Splits</LinkButton>}
      />
      {refused && (
        <ErrorSummary
          title={refused.message}
          errors={Object.values(refused.fieldErrors).map((message) => ({ href: "#text", message }))}
        />
      )}
      <PriceJumpLinks jumps={jumps} to={instrumentPath(id, "splits")} />
      <Days path={instrumentPath(id, "prices")} {...list} />
      <Section title="Import prices">
        <ImportForm most={most} refused={refused} />
      </Section>
    </AdminPage>
  );
}

type DaysProps = Pick<PricesPageProps, "prices" | "page" | "size" | "total"> & { path: string };

function Days({ path, prices, ...paging }: DaysProps) {
  const pages = { ...paging, href: (page: number) => pageHref(path, {}, page) };
  if (prices.length === 0) return <NoRows title="No prices yet." {...pages} />;
  return (
    <>
      <DayPricesTable label="Daily prices" prices={prices} />
      <Pager {...pages} count={prices.length} />
    </>
  );
}

/** @param refused the rejected submission, if any */
function ImportForm({ most, refused }: { most: number; refused?: FormErrorData }) {
  return (
    <form method="post" encType="multipart/form-data" className="form max-w-form">
      <Input
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,text/csv,text/plain"
        hint={`At most 1 MB and ${formatCount(most)} days. If you choose a file, the text below is ignored.`}
      />
      <Textarea
        label="Or paste the text"
        name="text"
        rows={8}
        defaultValue={refused?.repopulateFields.text}
        hint="Start with a header row: day and close, and optionally high, low, volume and currency. Write days as 2026-07-16 and prices as traded. A new price replaces the old one; an empty cell keeps it."
      />
      {refused?.confirm && (
        <>
          <input type="hidden" name={WARNINGS_SEEN} value={refused.asked} />
          <Checkbox name={refused.confirm} label={SAVE_ANYWAY} />
        </>
      )}
      <div className="actions">
        <Button variant="brand" busyText="Importing...">
          Import
        </Button>
      </div>
    </form>
  );
}
