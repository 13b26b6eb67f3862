import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { formatCount, pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { ProgressBar } from "~/ui/progress-bar";
import { Time } from "~/ui/time";
import { useFormError } from "~/web/form";
import { useRootData } from "~/web/root-data";
import { USERS_CRUMB } from "../labels/labels-page";
import { BATCH_BADGES, READY } from "./batches.rules";
import type { batchScreen } from "./batches.screen.server";

export const batchMeta: MetaFunction<typeof batchScreen> = (args) => adminMeta(args, args.data?.title);

type Screen = ReturnType<typeof useLoaderData<typeof batchScreen>>;

/** One change of many members: the question, the progress or the result. */
export function BatchPage() {
  const batch = useLoaderData<typeof batchScreen>();
  const { siteTz } = useRootData();
  const refused = useFormError();
  const isReady = batch.kind === "export" && batch.state === "asking";
  const { text, tone } = isReady ? READY : BATCH_BADGES[batch.state];
  return (
    <AdminPage>
      <AdminHead
        title={<bdi className="wrap-anywhere">{batch.title}</bdi>}
        crumbs={[USERS_CRUMB, { label: batch.label }]}
        meta={
          <>
            <Badge tone={tone}>{text}</Badge> <bdi>{batch.staffName}</bdi>,{" "}
            <Time at={batch.createdAt} style="short-datetime" zone={siteTz} />
          </>
        }
      />
      {refused && <Note tone="bad" title={refused.title} />}
      {batch.reason !== null && <Note tone="warn" title={batch.reason} />}
      {batch.state === "asking" &&
        (batch.kind === "export" ? <Download batch={batch} /> : <Question batch={batch} />)}
      {batch.isWorking && <Progress batch={batch} />}
      {!batch.isWorking && batch.state !== "asking" && <Result batch={batch} />}
    </AdminPage>
  );
}

const membersWords = (total: number) => pluralize(total, "member");

const CancelForm = () => (
  <form method="post">
    <input type="hidden" name="change" value="cancel" />
    <Button busyText="Cancelling...">Cancel</Button>
  </form>
);

const Download = ({ batch: { total, listTo, csvTo } }: { batch: Screen }) => (
  <Section title={membersWords(total)} first>
    <div className="actions">
      <LinkButton to={csvTo} variant="brand">
        Download as CSV
      </LinkButton>
      <LinkButton to={`${csvTo}&as=data`}>Download raw data (CSV)</LinkButton>
      <LinkButton to={listTo}>See them</LinkButton>
    </div>
  </Section>
);

const CONSEQUENCES: Partial<Record<Screen["kind"], string>> = {
  "end-access":
    "They are on Basic immediately and lose access to members-only content. This can’t be undone.",
  mail: "Members who turned such emails off, and addresses that cannot be reached, get none.",
};

const Question = ({ batch }: { batch: Screen }) => (
  <Section title={`${batch.title}: ${membersWords(batch.total)}?`} first>
    {batch.body !== null && (
      <blockquote className="mb-4 max-w-form">
        <p>
          <strong className="wrap-anywhere">{batch.subject}</strong>
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{batch.body}</p>
      </blockquote>
    )}
    <p>
      <a href={batch.listTo}>See the {membersWords(batch.total)}</a>. Members who change before you confirm
      are left as they are. {CONSEQUENCES[batch.kind]}{" "}
      {!batch.isMine && `Only ${batch.staffName} can confirm it.`}
    </p>
    <div className="actions mt-4">
      {batch.total > 0 && batch.isMine && (
        <form method="post">
          <input type="hidden" name="change" value="run" />
          <Button variant={batch.kind === "end-access" ? "danger" : "brand"} busyText="Starting...">
            {batch.label}
          </Button>
        </form>
      )}
      {batch.mayCancel && <CancelForm />}
    </div>
  </Section>
);

function Progress({ batch }: { batch: Screen }) {
  const { state, total, done, same, changed, leftOut } = batch;
  const settled = done + same + changed + leftOut;
  return (
    <Section
      title={state === "listing" ? "Listing members" : `${formatCount(settled)} of ${membersWords(total)}`}
      first
    >
      {state === "running" ? (
        <ProgressBar label="Members" value={settled} max={total} />
      ) : (
        <p role="status">{membersWords(total)} so far</p>
      )}
      <p className="meta">This page refreshes every two seconds. You can leave it: the work continues.</p>
      {batch.mayCancel && (
        <div className="actions mt-4">
          <CancelForm />
        </div>
      )}
    </Section>
  );
}

function Result({ batch }: { batch: Screen }) {
  const { total, done, same, changed, leftOut, doneWords, listTo } = batch;
  const rest = total - done - same - changed - leftOut;
  return (
    <Section title="Result" first>
      {batch.isSending && (
        <>
          <p>Emails wait in the queue. If you cancel, those that have not left are not sent.</p>
          <div className="actions my-4">
            <CancelForm />
          </div>
        </>
      )}
      <Facts
        items={[
          { label: "Members", value: <a href={listTo}>{formatCount(total)}</a> },
          { label: "Done", value: `${formatCount(done)} ${doneWords}` },
          ...(same > 0 ? [{ label: "Unchanged", value: formatCount(same) }] : []),
          ...(changed > 0
            ? [
                {
                  label: "Changed in the meantime, so left as they are",
                  value: <Names count={changed} of={batch.changedMembers} />,
                },
              ]
            : []),
          ...(leftOut > 0
            ? [{ label: "Left out", value: <Names count={leftOut} of={batch.leftOutMembers} /> }]
            : []),
          ...(rest > 0 ? [{ label: "Not reached, or deleted", value: formatCount(rest) }] : []),
        ]}
      />
    </Section>
  );
}

const Names = ({ count, of }: { count: number; of: readonly { id: string; name: string }[] }) => (
  <>
    {formatCount(count)}
    {of.map(({ id, name }, nth) => (
      <span key={id}>
        {nth === 0 ? ": " : ", "}
        <a href={`/admin/manage-users/${id}`}>
          <bdi>{name}</bdi>
        </a>
      </span>
    ))}
    {count > of.length && ` and ${formatCount(count - of.length)} more`}
  </>
);
