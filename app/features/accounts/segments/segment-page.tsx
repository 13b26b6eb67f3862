import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { deleteQuestion } from "~/admin-kit/delete-question";
import { Button, LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { LabelInput } from "../labels/label-input";
import { USERS_CRUMB } from "../labels/labels-page";
import { SEGMENT_FIELDS, SEGMENTS_PATH, segmentPath, segmentSchema } from "./segments.rules";
import type { segmentScreen } from "./segments.screen.server";

export const segmentMeta: MetaFunction<typeof segmentScreen> = (args) =>
  adminMeta(args, args.data?.segment ? args.data.segment.name : "New segment");

const LABELS = {
  tier: "Membership",
  term: "Term",
  status: "Status",
  source: "Source",
  seen: "Last seen",
  newsletter: "Newsletter",
} as const;

/** The form of a segment, new or existing. */
export function SegmentPage() {
  const { segment, asksDelete, leavesOut, values, options, suggested } =
    useLoaderData<typeof segmentScreen>();
  const refused = useFormError();
  const selects = SEGMENT_FIELDS.flatMap((name) => (name === "label" ? [] : [name]));
  return (
    <AdminPage overlay={segment && asksDelete && <DeleteSegment segment={segment} />}>
      <AdminHead
        title={segment ? <bdi className="wrap-anywhere">{segment.name}</bdi> : "New segment"}
        crumbs={[USERS_CRUMB, { label: "Segments", to: SEGMENTS_PATH }, { label: segment?.name ?? "New" }]}
        meta="A member is in it if every chosen filter is true."
      />
      {refused && <Note tone="bad" title={refused.title} />}
      {leavesOut && (
        <Note title="Only the filters below are saved: a search, days, one import or one batch of the list are not part of a segment." />
      )}
      <Form schema={segmentSchema} values={values as Record<string, string>} className="form max-w-form">
        {segment && <input type="hidden" name="version" value={segment.version} />}
        <FormField name="name" label="Name" required />
        {selects.map((name) => (
          <FormField
            key={name}
            name={name}
            label={LABELS[name]}
            input="select"
            options={[{ value: "", label: "All" }, ...(options[name] ?? [])]}
          />
        ))}
        <LabelInput label="Label" value={values.label} suggested={suggested} refused={refused} />
        <div className="actions">
          <Button variant="brand" busyText="Saving...">
            Save segment
          </Button>
          <LinkButton to={SEGMENTS_PATH}>Cancel</LinkButton>
          {segment && (
            <LinkButton to={`${segmentPath(segment.id)}?delete=on`} variant="danger-quiet">
              Delete
            </LinkButton>
          )}
        </div>
      </Form>
    </AdminPage>
  );
}

type SegmentData = NonNullable<ReturnType<typeof useLoaderData<typeof segmentScreen>>["segment"]>;

const DeleteSegment = ({ segment: { id, version, labels } }: { segment: SegmentData }) => (
  <ConfirmDialog
    question={deleteQuestion("segment")}
    action={segmentPath(id)}
    fields={{ change: "delete", version: String(version) }}
    busyText="Deleting..."
    cancelTo={segmentPath(id)}
  >
    <p>
      {labels ? `The labels that follow it (${labels}) keep their members. ` : ""}Members stay as they are.
      This can’t be undone.
    </p>
  </ConfirmDialog>
);
