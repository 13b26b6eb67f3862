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
import type { DiffPiece } from "./text-diff.rules";

/** One change: who, when, from where, and each field as it was and as it became. */
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
        action={restoreTo && <LinkButton to={restoreTo}>Restore what was before</LinkButton>}
        meta={
          <>
            {who} {changeEntry({ ...change, at: new Date(at) }).what}
          </>
        }
      />
      <Facts
        row
        items={[
          { label: "When", value: <Time at={at} style="datetime" zone={zone} /> },
          { label: "From", value: ORIGIN_LABELS[origin] },
          { label: "Before and after it", value: <a href={historyTo}>All changes of it</a> },
        ]}
      />
      {fields.length === 0 && <EmptyState title="The log has no values of this change." />}
      {fields.map(({ label, pieces }) => (
        <Section key={label} title={label}>
          <Difference pieces={pieces} />
        </Section>
      ))}
    </>
  );
}

/** What was, struck out, and what became of it. */
function Difference({ pieces }: { pieces: readonly DiffPiece[] }) {
  return (
    <p className="difference">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have their places only
        <Piece key={index} {...piece} />
      ))}
    </p>
  );
}

function Piece({ kind, text }: DiffPiece) {
  if (kind === "removed") return <del>{text}</del>;
  if (kind === "added") return <ins>{text}</ins>;
  return kind === "gap" ? <span className="gap">{text}</span> : text;
}
