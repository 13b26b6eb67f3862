import { useActionData } from "@remix-run/react";
import { AdminPage } from "~/admin-kit/admin-page";
import type { FieldData } from "~/admin-kit/field-data.server";
import { PageForm } from "~/admin-kit/page-form";
import { ConfirmDialog } from "~/ui/dialog";
import { pluralize } from "~/ui/format";
import { AdminHead } from "~/ui/head";
import { instrumentPath } from "./instrument.rules";
import { mergeSchema } from "./merge.rules";

type MergePageProps = {
  instrument: { id: string; symbol: string; name: string; version: number; recordCount: number };
  /** The instrument that stays, once chosen; only the confirmation is missing. */
  question?: { symbol: string; name: string; warnings: string[] };
  fields: FieldData[];
};

/** The form that chooses the instrument to merge into; the confirmation opens over it. */
export function MergePage({ instrument, question, fields }: MergePageProps) {
  const refused = useActionData() !== undefined;
  return (
    <AdminPage overlay={question && !refused && <MergeQuestion instrument={instrument} into={question} />}>
      <AdminHead
        title={`Merge ${instrument.symbol}`}
        meta={instrument.name}
        crumbs={[
          { label: "Instruments", to: "/admin/instruments" },
          { label: instrument.symbol, to: instrumentPath(instrument.id, "edit") },
          { label: "Merge" },
        ]}
      />
      <PageForm
        form={{ fields, version: instrument.version }}
        schema={mergeSchema}
        submit="Merge"
        busyText="Looking..."
      />
    </AdminPage>
  );
}

type MergeQuestionProps = Pick<MergePageProps, "instrument"> & {
  into: NonNullable<MergePageProps["question"]>;
};

function MergeQuestion({ instrument, into }: MergeQuestionProps) {
  const { id, symbol, recordCount } = instrument;
  return (
    <ConfirmDialog
      question={`Merge ${symbol} into ${into.symbol}?`}
      fields={{ into: into.symbol, confirmed: "yes" }}
      confirm="Merge"
      busyText="Merging..."
      cancelTo={instrumentPath(id, "merge")}
    >
      <p>
        {into.symbol}, {into.name}, takes over everything from {symbol}: {pluralize(recordCount, "record")},
        its calls, prices and splits. For days that both have, the price of {into.symbol} is kept. This can’t
        be undone.
      </p>
      {into.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </ConfirmDialog>
  );
}
