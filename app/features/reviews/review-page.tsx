import type { ReactNode } from "react";
import { AdminPage } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Textarea } from "~/ui/field";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import type { FormErrorData } from "~/web/form-replies.server";
import { useRootData } from "~/web/root-data";
import { COMMENT_LENGTH } from "./mentions.rules";
import type { ReviewScreenData } from "./review.screen.server";

type ReviewPageProps = ReviewScreenData & { errors?: FormErrorData };

/** The review of a record: its state, approval, and comments. */
export function ReviewPage(props: ReviewPageProps) {
  const { title, list, editTo, previewTo, errors } = props;
  return (
    <AdminPage>
      <AdminHead
        title="Review"
        meta={title}
        crumbs={[list, { label: "Edit", to: editTo }, { label: "Review" }]}
      />
      {errors && <Note tone="bad" title={errors.fieldErrors.body ?? errors.message} />}
      <Section
        title="State"
        more={previewTo ? { label: "Preview as a reader", to: previewTo } : undefined}
        first
      >
        <State {...props} />
      </Section>
      <Section title="Comments and history">
        <CommentForm {...props} />
        <History {...props} />
      </Section>
    </AdminPage>
  );
}

/** A form of one button. */
const ActionForm = ({
  name,
  children,
  ...values
}: {
  name: string;
  children: ReactNode;
  seen?: string;
  entry?: string;
}) => (
  <form method="post">
    {Object.entries(values).map(([key, value]) => (
      <input key={key} type="hidden" name={key} value={value} />
    ))}
    <input type="hidden" name="change" value={name} />
    {children}
  </form>
);

function State({
  isOpen,
  isScheduled,
  ofCopy,
  ready,
  approvals,
  secondPerson,
  mayApprove,
  deniedReason,
  seen,
}: ReviewScreenData) {
  const { siteTz } = useRootData();
  if (!isOpen)
    return (
      <p>
        {isScheduled
          ? "This record is scheduled: nothing waits for a review. To change it, make it a draft again."
          : "Readers see this record, and it has no working copy: nothing waits for a review."}
      </p>
    );
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={ready ? "good" : "draft"}>{ready ? "Ready for review" : "Not marked as ready"}</Badge>
        {ready && (
          <span className="meta">
            <bdi>{ready.staffName}</bdi>, <Time at={ready.createdAt} style="short-datetime" zone={siteTz} />
          </span>
        )}
      </p>
      <p>
        {ofCopy ? "The working copy is reviewed. " : ""}
        {approvals.length === 0
          ? "Nobody has approved this version."
          : approvals.map(({ staffName, createdAt }) => (
              <span key={staffName} className="block">
                Approved by <bdi>{staffName}</bdi>,{" "}
                <Time at={createdAt} style="short-datetime" zone={siteTz} />.
              </span>
            ))}{" "}
        An approval lapses with the next change.
        {secondPerson && " It is published only with one."}
      </p>
      {deniedReason && <p className="meta">{deniedReason}</p>}
      <div className="actions">
        {mayApprove && (
          <ActionForm name="approve" seen={seen}>
            <Button variant="brand">Approve this version</Button>
          </ActionForm>
        )}
        {ready ? (
          <ActionForm name="withdraw">
            <Button>Not ready after all</Button>
          </ActionForm>
        ) : (
          <ActionForm name="ready">
            <Button variant={mayApprove ? "plain" : "brand"}>Mark as ready for review</Button>
          </ActionForm>
        )}
      </div>
    </div>
  );
}

function CommentForm({ names, errors }: ReviewPageProps) {
  const hint =
    names.length > 0
      ? `Write @ and a name to send an email: ${names
          .slice(0, 6)
          .map((name) => `@${name}`)
          .join(", ")}${names.length > 6 ? " …" : ""}`
      : undefined;
  return (
    <form method="post" className="form max-w-form">
      <input type="hidden" name="change" value="comment" />
      <Textarea
        name="body"
        label="Comment"
        rows={4}
        required
        maxLength={COMMENT_LENGTH}
        hint={hint}
        defaultValue={errors?.repopulateFields.body}
      />
      <div className="actions">
        <Button>Add comment</Button>
      </div>
    </form>
  );
}

const WORDS = { ready: "asked for a review", approval: "approved", comment: "wrote" } as const;

function History({ entries }: ReviewScreenData) {
  const { siteTz } = useRootData();
  if (entries.length === 0) return <p className="meta mt-6">No comments yet. Only staff can read them.</p>;
  return (
    <ol className="mt-6 grid gap-4">
      {entries.map(({ id, what, version, ofCopy, body, staffName, createdAt, isOwn }) => (
        <li key={id}>
          <p className="meta">
            <strong>
              <bdi>{staffName}</bdi>
            </strong>{" "}
            {WORDS[what]}
            {what === "approval" && ` version ${version}${ofCopy ? " of a working copy" : ""}`},{" "}
            <Time at={createdAt} style="short-datetime" zone={siteTz} />
          </p>
          {body && <p className="mt-1 whitespace-pre-line break-words">{body}</p>}
          {body && isOwn && (
            <ActionForm name="removal" entry={id}>
              <Button size="sm" variant="danger-quiet">
                Delete comment
              </Button>
            </ActionForm>
          )}
        </li>
      ))}
    </ol>
  );
}
