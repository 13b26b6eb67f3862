import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { deleteQuestion } from "~/admin-kit/delete-question";
import { Button, LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { Select } from "~/ui/field";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { useFormError } from "~/web/form";
import { LabelInput } from "./label-input";
import { LABELS_PATH, labelPath } from "./labels.rules";
import type { labelScreen } from "./labels.screen.server";
import { USERS_CRUMB } from "./labels-page";

export const labelMeta: MetaFunction<typeof labelScreen> = (args) =>
  adminMeta(args, args.data ? args.data.label.name : "Label");

const count = (members: string) => (members === "1" ? "1 member" : `${members} members`);

/** A label: rename, follow a segment, merge, delete. */
export function LabelPage() {
  const data = useLoaderData<typeof labelScreen>();
  const { label, suggested, segments, into, merge, mergeProblem, usedBy } = data;
  const refused = useFormError();
  const page = labelPath(label.id);
  return (
    <AdminPage overlay={(merge !== undefined || data.asksDelete) && <Question data={data} />}>
      <AdminHead
        title={<bdi className="wrap-anywhere">{label.name}</bdi>}
        crumbs={[USERS_CRUMB, { label: "Labels", to: LABELS_PATH }, { label: label.name }]}
        meta={
          <>
            <a href={label.to}>{count(label.members)}</a> in the list of users
          </>
        }
      />
      {refused && <Note tone="bad" title={refused.title} />}
      <div className="grid gap-8">
        <Section title="Name" flush>
          <form method="post" action={page} className="form max-w-form">
            <input type="hidden" name="was" value={label.name} />
            <LabelInput label="Label" required value={label.name} suggested={[]} refused={refused} />
            <div className="actions">
              <Button busyText="Saving...">Rename</Button>
            </div>
          </form>
        </Section>
        <Section title="Rule" flush>
          <form method="post" action={page} className="form max-w-form">
            <input type="hidden" name="change" value="follow" />
            <Select
              name="segment"
              label="Follows the segment"
              options={segments}
              blank="None: staff label members by hand"
              defaultValue={label.segmentId ?? ""}
              error={refused?.fieldErrors.segment}
              hint="Every hour, all members of the segment get the label, and others lose it."
            />
            <div className="actions">
              <Button busyText="Saving...">Save rule</Button>
            </div>
          </form>
        </Section>
        <Section title="Merge" flush>
          <form method="get" action={page} className="form max-w-form">
            <LabelInput
              label="Into the label"
              name="into"
              required
              value={merge === undefined ? into : ""}
              suggested={suggested}
              refused={
                mergeProblem
                  ? { ...EMPTY, fieldErrors: { into: mergeProblem }, repopulateFields: { into } }
                  : undefined
              }
              hint="Its members get that label instead of this one."
            />
            <div className="actions">
              <Button>Merge</Button>
              {usedBy === undefined && (
                <LinkButton to={`${page}?delete=on`} variant="danger-quiet">
                  Delete label
                </LinkButton>
              )}
            </div>
          </form>
          {usedBy !== undefined && <p className="meta mt-3">The segment “{usedBy}” filters by this label.</p>}
        </Section>
      </div>
    </AdminPage>
  );
}

const EMPTY = { message: "", failed: "", title: "", explainedByFields: true };

/** The question before a label is merged or deleted. */
function Question({
  data: { label, merge },
}: {
  data: ReturnType<typeof useLoaderData<typeof labelScreen>>;
}) {
  const page = labelPath(label.id);
  if (merge !== undefined)
    return (
      <ConfirmDialog
        question={`Merge “${label.name}” into “${merge}”?`}
        action={page}
        fields={{ change: "merge", into: merge }}
        confirm="Merge"
        busyText="Merging..."
        cancelTo={page}
      >
        <p>
          {count(label.members)} will have “{merge}” instead. This can’t be undone.
        </p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      question={deleteQuestion("label")}
      action={page}
      fields={{ change: "delete" }}
      busyText="Deleting..."
      cancelTo={page}
    >
      <p>{count(label.members)} will lose it. This can’t be undone.</p>
    </ConfirmDialog>
  );
}
