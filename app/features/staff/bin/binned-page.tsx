import type { SerializeFrom } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { BIN_PATH } from "~/admin-kit/bin.rules";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import type { BinnedScreenData } from "./bin.screen.server";

type BinnedPageProps = SerializeFrom<BinnedScreenData> & { problem?: string; zone: string };

/** A deleted record: until when and in which state it can be restored. */
export function BinnedPage({ problem, zone, ...record }: BinnedPageProps) {
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Bin", to: BIN_PATH }, { label: record.title }]}
        title={record.title}
        meta={record.kind}
      />
      {problem && <Note tone="bad" title={problem} />}
      <Facts
        items={[
          { label: "Deleted by", value: record.deletedBy },
          { label: "Deleted", value: <Time at={record.deletedAt} style="datetime" zone={zone} /> },
          { label: "In the bin until", value: <Time at={record.until} style="datetime" zone={zone} /> },
          { label: "Content", value: <a href={record.historyTo}>All changes to this record</a> },
        ]}
      />
      <p className="mt-6">{record.returns}</p>
      <div className="actions mt-4">
        <Form method="post">
          <Button variant="brand" busyText="Restoring...">
            Restore this {record.singular}
          </Button>
        </Form>
        <LinkButton to={record.deleteTo}>Delete permanently</LinkButton>
      </div>
    </>
  );
}
