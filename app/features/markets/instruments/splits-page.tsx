import { AdminPage } from "~/admin-kit/admin-page";
import type { FieldData } from "~/admin-kit/field-data.server";
import { PageForm } from "~/admin-kit/page-form";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { useRefusal } from "~/web/form";
import { instrumentPath } from "./instrument.rules";
import { PriceJumps, type PriceJumpsProps } from "./price-jumps";
import { splitSchema } from "./split.rules";

type SplitsPageProps = {
  instrument: { id: string; symbol: string; name: string; version: number };
  splits: { day: string; ratio: string; planned: boolean }[];
  jumps: PriceJumpsProps["jumps"];
  fields: FieldData[];
};

/** An instrument's splits. Prices are stored as traded; charts and returns adjust them. */
export function SplitsPage({ instrument, splits, jumps, fields }: SplitsPageProps) {
  const { id, symbol, name, version } = instrument;
  const refusal = useRefusal();
  return (
    <AdminPage>
      <AdminHead
        title={`Splits of ${symbol}`}
        meta={name}
        crumbs={[
          { label: "Instruments", to: "/admin/instruments" },
          { label: symbol, to: instrumentPath(id, "edit") },
          { label: "Prices", to: instrumentPath(id, "prices") },
          { label: "Splits" },
        ]}
      />
      {refusal && <ErrorSummary title={refusal} errors={[]} hint="" />}
      <PriceJumps jumps={jumps} />
      {splits.length > 0 ? <SplitTable splits={splits} /> : <EmptyState title="No splits yet." />}
      <Section title="Add a split">
        <PageForm form={{ fields, version }} schema={splitSchema} submit="Add" busyText="Adding..." />
      </Section>
    </AdminPage>
  );
}

const SplitTable = ({ splits }: Pick<SplitsPageProps, "splits">) => (
  <Table label="Splits">
    <thead>
      <tr>
        <HeaderCell>Day</HeaderCell>
        <HeaderCell numeric>New shares per old share</HeaderCell>
        <HeaderCell>
          <span className="sr">Actions</span>
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {splits.map(({ day, ratio, planned }) => (
        <tr key={day}>
          <RowHeader>
            {day} {planned && <Badge>Planned</Badge>}
          </RowHeader>
          <Cell numeric>{ratio}</Cell>
          <RowActions>
            <form method="post">
              <input type="hidden" name="remove" value={day} />
              <Button variant="danger-quiet" size="sm" busyText="Removing...">
                Remove<span className="sr"> the split of {day}</span>
              </Button>
            </form>
          </RowActions>
        </tr>
      ))}
    </tbody>
  </Table>
);
