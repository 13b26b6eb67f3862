import { useActionData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Section } from "~/ui/head";
import { Note } from "~/ui/message";
import type { FormErrorData } from "~/web/form-replies.server";
import { LabelInput } from "./label-input";
import { LABELS_PATH } from "./labels.rules";

type AddProps = {
  suggested: readonly string[];
  /** The address that changes the member's labels; undefined for staff who may not. */
  to?: string;
  refused?: FormErrorData;
};

type MemberLabelsProps = AddProps & {
  labels: readonly { id: string; name: string; segmentName: string | null }[];
};

/** A member's labels, each with a button that takes it. */
export const MemberLabels = ({ labels, suggested, to }: MemberLabelsProps) => (
  <Section title="Labels" more={{ label: "All labels", to: LABELS_PATH }} flush>
    {labels.length === 0 && <p className="meta">No labels yet.</p>}
    <ul className="grid gap-2">
      {labels.map(({ id, name, segmentName }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2">
          <a href={`/admin/manage-users?label=${id}`}>
            <bdi className="wrap-anywhere">{name}</bdi>
          </a>
          {segmentName === null ? (
            to && (
              <form method="post" action={to} className="ms-auto">
                <input type="hidden" name="remove" value={id} />
                <Button
                  size="sm"
                  variant="quiet"
                  busyText="Removing..."
                  aria-label={`Remove the label ${name}`}
                >
                  Remove
                </Button>
              </form>
            )
          ) : (
            <span className="meta wrap-anywhere">follows {segmentName}</span>
          )}
        </li>
      ))}
    </ul>
    {to && <AddForm suggested={suggested} to={to} />}
  </Section>
);

const AddForm = ({ suggested, to, refused }: AddProps) => (
  <form method="post" action={to} className="form mt-4">
    <LabelInput
      label="Label"
      id={refused ? "label-again" : "label"}
      required
      suggested={suggested}
      refused={refused}
    />
    <div className="actions">
      <Button busyText="Adding...">Add label</Button>
    </div>
  </form>
);

/** Above the member's page: why a label was refused, and the form with what was typed. */
export function LabelRefused() {
  const refused = useActionData() as FormErrorData | undefined;
  if (!refused) return null;
  return (
    <Note tone="warn" title={refused.title}>
      {refused.repopulateFields.label !== undefined && <AddForm suggested={[]} refused={refused} />}
    </Note>
  );
}
