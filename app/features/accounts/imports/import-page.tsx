import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Facts } from "~/ui/facts";
import { formatCount, pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { ProgressBar } from "~/ui/progress-bar";
import { Time } from "~/ui/time";
import type { FormErrorData } from "~/web/form-replies.server";
import { useRootData } from "~/web/root-data";
import type { ImportScreenData, importScreen } from "./import.screen.server";
import {
  FORMAT_NAMES,
  hasTooManyPlans,
  IMPORTS_PATH,
  importPath,
  MAX_PLANS,
  UNDECIDED,
} from "./import-columns.rules";
import { DecisionsForm } from "./import-decisions";
import { ImportRows } from "./import-rows";
import { STATE_WORDS } from "./import-words";
import { ImportedMembers } from "./imported-members";
import { MEMBERS_PATH } from "./imports-page";
import "~/admin-kit/paste/paste.css";
import "./import.css";

export const importMeta: MetaFunction = (args) => {
  const screen = args.data as ImportScreenData | undefined;
  return adminMeta(args, screen && `Import of ${screen.stored.fileName}`);
};

/** One import: the findings in its file, the decisions, the progress and the result. */
export function ImportPage() {
  const screen = useLoaderData<typeof importScreen>() as ImportScreenData;
  const reply = useActionData() as FormErrorData | undefined;
  const { siteTz } = useRootData();
  const { stored, working } = screen;
  const errors = Object.entries(reply?.fieldErrors ?? {});
  return (
    <AdminPage>
      <AdminHead
        title={<span className="wrap-anywhere">{stored.fileName}</span>}
        crumbs={[
          { label: "Manage Users", to: MEMBERS_PATH },
          { label: "Import members", to: IMPORTS_PATH },
          { label: STATE_WORDS[stored.state] },
        ]}
        meta={
          <>
            {pluralize(stored.rows, "row")} from {FORMAT_NAMES[stored.format]}, uploaded by{" "}
            <bdi>{stored.staffName}</bdi> <Time at={stored.createdAt} style="short-datetime" zone={siteTz} />
          </>
        }
      />
      {reply && (
        <ErrorSummary
          title={reply.failed}
          errors={
            errors.length > 0
              ? errors.map(([name, message]) => ({ href: `#${name}`, message }))
              : [{ href: "#decisions", message: reply.message }]
          }
        />
      )}
      {working && <Working stored={stored} />}
      {ENDED_STATES.includes(stored.state) && <Ended stored={stored} imported={screen.imported} />}
      {(stored.state === "matching" || stored.state === "compared") && (
        <Waiting screen={screen} reply={reply} />
      )}
      {stored.state === "done" && screen.rows && stored.refused > 0 && (
        <ImportRows stored={stored} rows={screen.rows} />
      )}
    </AdminPage>
  );
}

type Stored = ImportScreenData["stored"];
type Imported = ImportScreenData["imported"];

const ENDED_STATES: readonly Stored["state"][] = ["done", "cancelled", "undone"];

const WORK: Partial<Record<Stored["state"], string>> = {
  reading: "Reading",
  comparing: "Comparing",
  writing: "Importing",
  mailing: "Emailing the new members from",
  undoing: "Undoing",
};

/** The progress of a job. The page refreshes automatically. */
function Working({ stored }: { stored: Stored }) {
  const { state, position, rows, added, changed, unchanged, refused } = stored;
  const done = state === "writing" ? added + changed + unchanged + refused : Math.min(position, rows);
  const verb = WORK[state] ?? "Receiving";
  const isWriting = state === "writing";
  const isFollowUp = state === "mailing" || state === "undoing";
  return (
    <Section title={`${verb} ${pluralize(rows, "row")}`} first>
      <p role="status" data-import-progress="">
        {formatCount(done)} of {formatCount(rows)}
      </p>
      <ProgressBar label={verb} value={done} max={rows} />
      <p className="meta">
        {isWriting &&
          `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(refused)} refused so far. `}
        {stored.isAbandoned
          ? "The server running this import stopped. Another one takes over within 30 seconds."
          : "This page refreshes every two seconds. You can leave it: the import continues."}
      </p>
      {!isFollowUp && <CancelForm stored={stored} />}
    </Section>
  );
}

const CancelForm = ({ stored: { id, state } }: { stored: Stored }) => (
  <form method="post" action={`${importPath(id)}/cancellation`} className="actions">
    <Button busyText="Stopping...">{state === "writing" ? "Stop import" : "Cancel import"}</Button>
  </form>
);

const leftText = (left?: number) =>
  left === undefined
    ? " The members that were kept could not be counted."
    : left > 0
      ? ` ${formatCount(left)} changed after the import and were left as they were.`
      : "";

function endedText({ state, added, changed, undone }: Stored, left?: number): string {
  if (state === "done") return `${pluralize(added, "member")} added, ${formatCount(changed)} changed.`;
  if (state === "undone")
    return `Undone: ${pluralize(undone, "member")} removed or restored.${leftText(left)}`;
  return added + changed > 0
    ? `Stopped after ${pluralize(added + changed, "member")}. These members were kept; the other rows were not imported.`
    : "Cancelled. Nothing was imported.";
}

/**
 * The result of an import.
 * @param imported the present counts of its members; absent if counting failed
 */
function Ended({ stored, imported }: { stored: Stored; imported?: Imported }) {
  const { siteTz } = useRootData();
  const { state, added, changed, unchanged, refused, staffName, endedAt, decisions } = stored;
  const isDone = state === "done";
  // A later run may have emailed them.
  const mailed = decisions.mailNew || (imported && imported.mailed > 0);
  return (
    <>
      <Note tone={isDone ? "good" : "warn"} title={endedText(stored, imported?.all)}>
        <a href={MEMBERS_PATH}>Members</a>
      </Note>
      {imported && <ImportedMembers stored={stored} imported={imported} />}
      {isDone && (
        <Section title="Report">
          <Facts
            items={[
              { label: "Added", value: formatCount(added) },
              { label: "Changed", value: formatCount(changed) },
              { label: "Unchanged", value: formatCount(unchanged) },
              { label: "Refused", value: formatCount(refused) },
              ...(mailed === undefined
                ? []
                : [
                    {
                      label: "Emails to new members",
                      value: mailed ? "Yes, to members who accept them" : "None",
                    },
                  ]),
              { label: "Imported by", value: staffName },
              ...(endedAt
                ? [{ label: "Ended", value: <Time at={endedAt} style="short-datetime" zone={siteTz} /> }]
                : []),
            ]}
          />
        </Section>
      )}
    </>
  );
}

/** The required decisions and the expected result. */
function Waiting({ screen, reply }: { screen: ImportScreenData; reply?: FormErrorData }) {
  const { stored, rows } = screen;
  const { state, findings } = stored;
  const undecidedColumns = stored.names
    .filter((_, nth) => stored.targets[nth] === UNDECIDED)
    .map((name) => `“${name}”`);
  return (
    <>
      {state === "matching" && !stored.targets.includes("email") && (
        <Note tone="warn" title="Which column contains the email?">
          No column is called “Email”. Choose below what each column contains.
        </Note>
      )}
      {undecidedColumns.length > 0 && (
        <Note
          tone="warn"
          title={`What ${undecidedColumns.length === 1 ? "is this column" : "are these columns"}?`}
        >
          {`${undecidedColumns.join(", ")}: dates or statuses here may show when access ends. Choose a field below, or “Do not import”.`}
        </Note>
      )}
      {hasTooManyPlans(findings.plans) && (
        <Note tone="bad" title={`The plan column contains more than ${MAX_PLANS} different plans`}>
          It cannot be the plan column: choose the right one below, or leave it out.
        </Note>
      )}
      {rows && <Outlook stored={stored} />}
      <DecisionsForm screen={screen} reply={reply} />
      {rows && <ImportRows stored={stored} rows={rows} />}
    </>
  );
}

/** The expected result and the button that starts the import. */
function Outlook({ stored }: { stored: Stored }) {
  const { id, added, changed, undecided, decisions, touchedAt } = stored;
  const right = added + changed;
  return (
    <>
      {undecided > 0 && (
        <Note tone="warn" title={`${pluralize(undecided, "row")} undecided`}>
          Answer the open questions below, then compare again.
        </Note>
      )}
      {undecided === 0 && right === 0 && (
        <Note title="Nothing changes.">Every row is unchanged or refused.</Note>
      )}
      <div className="import-bar">
        {undecided === 0 && right > 0 && (
          <form method="post" action={`${importPath(id)}/run`}>
            <input type="hidden" name="seenAt" value={new Date(touchedAt).toISOString()} />
            <Button variant="brand" busyText="Starting...">
              {`Import ${pluralize(right, "member")}`}
            </Button>
          </form>
        )}
        {undecided === 0 && right === 0 && <LinkButton to={MEMBERS_PATH}>Back to Manage Users</LinkButton>}
        <CancelForm stored={stored} />
        <p className="meta">
          {formatCount(added)} new, {formatCount(changed)} changed.{" "}
          {decisions.mailNew ? "New members get an email, unless they opted out." : "No emails are sent."}
        </p>
      </div>
    </>
  );
}
