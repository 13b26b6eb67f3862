import type { SerializeFrom } from "@remix-run/node";
import { CHANGES_PATH } from "~/admin-kit/change-paths";
import { LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Time } from "~/ui/time";
import { changeEntry } from "./change-entry";
import { ORIGIN_LABELS } from "./changes.rules";
import type { ChangeScreenData } from "./changes.screen.server";
import { Difference } from "./difference";

/** One change: author, time, origin, and the old and new value of each field. */
export function ChangePage({
  change,
  restoreTo,
  fields,
  zone,
}: SerializeFrom<ChangeScreenData> & { zone: string }) {
  const { at, who, origin, historyTo } = change;
  return (
    <>
      <AdminHead
        crumbs={[{ label: "Change log", to: CHANGES_PATH }, { label: "Change" }]}
        title={change.title}
        action={restoreTo && <LinkButton to={restoreTo}>Restore previous version</LinkButton>}
        meta={
          <>
            <bdi>{who}</bdi> {changeEntry({ ...change, at: new Date(at) }).what}
          </>
        }
      />
      <Facts
        row
        items={[
          { label: "When", value: <Time at={at} style="datetime" zone={zone} /> },
          { label: "Made by", value: ORIGIN_LABELS[origin] },
          { label: "History", value: <a href={historyTo}>All changes to this record</a> },
        ]}
      />
      {fields.length === 0 && <EmptyState title="The log has no values for this change." />}
      {fields.map(({ label, pieces }) => (
        <Section key={label} title={label}>
          <Difference pieces={pieces} />
        </Section>
      ))}
    </>
  );
}
