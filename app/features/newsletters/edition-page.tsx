import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { formatCount, pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { ProgressBar } from "~/ui/progress-bar";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import { EditionFigures } from "./edition-figures";
import { isOffered, STAFF_CHANGES, STILL, type StaffChangeName } from "./editions.rules";
import type { editionScreen } from "./editions.screen.server";
import { DELIVERY_WORDS, EDITION_BADGES, EDITIONS_PATH, kindOf, NEWSLETTER_WORDS } from "./newsletters.rules";

type Screen = ReturnType<typeof useLoaderData<typeof editionScreen>>;

export const editionMeta: MetaFunction = (args) => {
  const screen = args.data as Screen | undefined;
  return adminMeta(args, screen?.edition.subject);
};

/** The progress of an edition, and what staff can do with it. */
export function EditionPage() {
  const {
    edition,
    title,
    others,
    problems,
    isOut,
    isPublished,
    refresh,
    minutesLeft,
    nextAt,
    pushes,
    brought,
    countsBounces,
    mayWrite,
  } = useLoaderData<typeof editionScreen>();
  const { siteTz } = useRootData();
  const { newsletter, recordId, subject, state, reason, staffName, createdAt, endedAt } = edition;
  const { startsAt, startedAt } = edition;
  const untried = edition.total - edition.sent - edition.skipped - edition.failed - edition.unknown;
  const { record, path } = NEWSLETTER_WORDS[kindOf(newsletter)];
  return (
    <AdminPage>
      <AdminHead
        title={<span className="wrap-anywhere">{subject}</span>}
        crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }, { label: title }]}
        meta={
          <>
            {staffName ? <bdi>{staffName}</bdi> : "Planned automatically"},{" "}
            <Time at={createdAt} style="short-datetime" zone={siteTz} />.{" "}
            {path && <a href={`/admin/${path}/${recordId}/edit`}>Open the {record}</a>}
          </>
        }
      />
      {reason && state !== "sending" && <Note tone="warn" title={reason} />}
      {state === "planned" && (
        <Note
          title={
            isOut
              ? "It will start within a few seconds."
              : isPublished
                ? "It is waiting for its send time."
                : `It is sent when the ${record} is published${edition.followsRecord ? ", with the subject it has at that time" : ""}.`
          }
        >
          {startsAt && !isOut && (
            <p>
              Not before <Time at={startsAt} style="short-datetime" zone={siteTz} />.
            </p>
          )}
        </Note>
      )}
      <Section title={<Badge tone={EDITION_BADGES[state].tone}>{EDITION_BADGES[state].text}</Badge>} first>
        {startedAt && <Progress edition={edition} minutesLeft={minutesLeft} nextAt={nextAt} />}
        {refresh > 0 && (
          <p className="meta">
            This page refreshes every {refresh} seconds. You can leave it: sending continues.{" "}
            <a href={`?${STILL}`}>Stop refreshing</a>
          </p>
        )}
        <Facts
          row
          items={[
            { label: "Sent", value: formatCount(edition.sent) },
            { label: "Not sent", value: formatCount(edition.skipped) },
            { label: "Failed", value: formatCount(edition.failed) },
            { label: "Unknown", value: formatCount(edition.unknown) },
            ...(state === "cancelled" && untried > 0
              ? [{ label: "Not tried", value: formatCount(untried) }]
              : []),
            ...(startedAt
              ? [{ label: "Started", value: <Time at={startedAt} style="short-datetime" zone={siteTz} /> }]
              : []),
            ...(endedAt && (state === "done" || state === "cancelled")
              ? [{ label: "Ended", value: <Time at={endedAt} style="short-datetime" zone={siteTz} /> }]
              : []),
          ]}
        />
        <p className="meta">
          “Not sent”: readers who unsubscribed or closed their account, whose address cannot be reached, or
          whose membership does not include the {record}. “Unknown”: the connection ended before the mail
          server confirmed the email.
        </p>
        {mayWrite && <Changes state={state} unsent={problems.length} />}
        {mayWrite && others.length > 0 && (
          <p className="meta">
            Send the {record} with another newsletter:{" "}
            {others.map((other, at) => (
              <Fragment key={other.to}>
                {at > 0 && ", "}
                <a href={other.to} className="wrap-anywhere">
                  {other.title}
                </a>
              </Fragment>
            ))}
          </p>
        )}
      </Section>
      <EditionFigures edition={edition} brought={brought} countsBounces={countsBounces} />
      {pushes && <Pushes pushes={pushes} />}
      {problems.length > 0 && <Problems problems={problems} />}
    </AdminPage>
  );
}

function Progress({ edition, minutesLeft, nextAt }: Pick<Screen, "edition" | "minutesLeft" | "nextAt">) {
  const { total, sent, skipped, failed, unknown, filledAt, state, reason, retryAt } = edition;
  const ended = sent + skipped + failed + unknown;
  const { siteTz } = useRootData();
  return (
    <>
      <p role="status">
        {formatCount(ended)} of {formatCount(total)}
        {filledAt === null && state === "sending" && ", still counting"}
      </p>
      <ProgressBar label="Progress" value={ended} max={total} />
      {state === "sending" && (
        <p className="meta">
          {retryAt && retryAt > new Date() ? (
            <>
              {reason} The next attempt is at <Time at={retryAt} style="exact" zone={siteTz} />.
            </>
          ) : nextAt ? (
            <>
              The other readers are waiting for another attempt, at{" "}
              <Time at={nextAt} style="exact" zone={siteTz} />.
            </>
          ) : (
            minutesLeft !== undefined && `About ${pluralize(Math.max(1, minutesLeft), "minute")} left.`
          )}
        </p>
      )}
    </>
  );
}

const Pushes = ({ pushes }: { pushes: NonNullable<Screen["pushes"]> }) => (
  <Section title="Notifications on devices">
    <Facts
      row
      items={[
        { label: "Sent", value: formatCount(pushes.sent) },
        { label: "Devices removed", value: formatCount(pushes.removed) },
        { label: "Failed", value: formatCount(pushes.failed) },
      ]}
    />
    <p className="meta">
      “Removed”: the push service no longer knows the device.
      {pushes.reason && ` Why one failed last: ${pushes.reason}`}
    </p>
  </Section>
);

type ChangesProps = { state: Screen["edition"]["state"]; unsent: number };

function Changes({ state, unsent }: ChangesProps) {
  const offered = (Object.keys(STAFF_CHANGES) as StaffChangeName[]).filter(
    (name) => isOffered(name, state) && (name !== "again" || unsent > 0),
  );
  return (
    <div className="actions mt-4">
      {offered.map((name) => (
        <form key={name} method="post">
          <input type="hidden" name="change" value={name} />
          <Button busyText={STAFF_CHANGES[name].busy}>{STAFF_CHANGES[name].button}</Button>
        </form>
      ))}
    </div>
  );
}

const Problems = ({ problems }: Pick<Screen, "problems">) => (
  <Section title="Failed and unknown" aside={problems.length === 50 ? "The first 50" : undefined}>
    <Table label="Failed and unknown" cards>
      <thead>
        <tr>
          <HeaderCell>Reader</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell>Reason</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ memberId, reader, state, reason }) => (
          <tr key={memberId ?? reader}>
            <RowHeader>
              {memberId ? (
                <a href={`/admin/manage-users/${memberId}`}>
                  <bdi>{reader}</bdi>
                </a>
              ) : (
                <span className="wrap-anywhere">{reader}</span>
              )}
            </RowHeader>
            <Cell label="State">{DELIVERY_WORDS[state]}</Cell>
            <Cell label="Reason">{reason ?? "–"}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);
