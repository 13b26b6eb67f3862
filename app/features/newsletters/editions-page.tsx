import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";
import { CHANNELS_PATH } from "./channels/channels.rules";
import type { Newsletter } from "./choices.queries.server";
import { DIGEST_TIME } from "./digest.rules";
import type { editionsScreen } from "./editions.screen.server";
import {
  ADD_NEWSLETTER_PATH,
  EDITION_BADGES,
  EDITIONS_PATH,
  editionPath,
  isOwn,
  settingsPath,
} from "./newsletters.rules";
import { SENDER_CHECK_PATH } from "./sender-check/sender-check.rules";
import { SUPPRESSED_PATH } from "./suppressed.rules";

export const editionsMeta: MetaFunction = (args) => adminMeta(args, "Newsletters");

type Listed = ReturnType<typeof useLoaderData<typeof editionsScreen>>;

/** The newsletters, and everything that was sent. */
export function EditionsPage() {
  const { newsletters, ended, weeks, mayWrite, mayPost, editions, ...paging } =
    useLoaderData<typeof editionsScreen>();
  const pages = { ...paging, href: (page: number) => pageHref(EDITIONS_PATH, {}, page) };
  return (
    <AdminPage>
      <AdminHead
        title="Newsletters"
        meta="Members whose plan includes a record receive it in full, all other readers its introduction. To send one, open it and choose “Send by email”."
        action={
          <div className="actions">
            <LinkButton to={SENDER_CHECK_PATH}>What do receivers see?</LinkButton>
            <LinkButton to={SUPPRESSED_PATH}>Suppressed addresses</LinkButton>
            {mayPost && <LinkButton to={CHANNELS_PATH}>Channels</LinkButton>}
            {mayWrite && (
              <LinkButton to={ADD_NEWSLETTER_PATH} variant="brand">
                Add a newsletter
              </LinkButton>
            )}
          </div>
        }
      />
      <Newsletters newsletters={newsletters} weeks={weeks} mayWrite={mayWrite} />
      {mayWrite && ended.length > 0 && (
        <p className="meta mt-4">
          Ended:{" "}
          {ended.map(({ newsletter, title }, at) => (
            <Fragment key={newsletter}>
              {at > 0 && ", "}
              <a href={settingsPath(newsletter)} className="wrap-anywhere">
                {title}
              </a>
            </Fragment>
          ))}
        </p>
      )}
      <Section title="Editions" aside={paging.total > 1 ? "Newest first" : undefined}>
        {editions.length === 0 ? (
          <NoRows title="No editions yet." {...pages} />
        ) : (
          <EditionTable editions={editions} />
        )}
        {editions.length > 0 && paging.total > paging.size && <Pager {...pages} count={editions.length} />}
      </Section>
    </AdminPage>
  );
}

const Newsletters = ({
  newsletters,
  weeks,
  mayWrite,
}: Pick<Listed, "newsletters" | "weeks" | "mayWrite">) => (
  <Table label="Newsletters" cards>
    <thead>
      <tr>
        <HeaderCell>Newsletter</HeaderCell>
        <HeaderCell numeric>Readers</HeaderCell>
        <HeaderCell>What is sent</HeaderCell>
        {mayWrite && (
          <HeaderCell>
            <span className="sr">Change</span>
          </HeaderCell>
        )}
      </tr>
    </thead>
    <tbody>
      {newsletters.map(({ newsletter, title, record, readers, isAutomatic, senderName, senderAddress }) => {
        return (
          <tr key={newsletter}>
            <RowHeader sub={senderAddress ? `From ${senderName} <${senderAddress}>` : undefined}>
              {title}
            </RowHeader>
            <Cell label="Readers" numeric>
              {formatCount(readers)}
            </Cell>
            <Cell label="What is sent">
              {newsletter === "weekly" ? (
                <>
                  {isAutomatic ? `Every Saturday at ${DIGEST_TIME}` : "Each week that you choose"}
                  {mayWrite && (
                    <span className="meta grid gap-2">
                      {weeks.map(({ recordId, isRunning }) => (
                        <a key={recordId} href={`${EDITIONS_PATH}/new?newsletter=weekly&record=${recordId}`}>
                          {isRunning ? "Prepare the next one" : "Send the last one"}
                        </a>
                      ))}
                    </span>
                  )}
                </>
              ) : isAutomatic ? (
                `Every ${record}, when it is published`
              ) : (
                `Each ${record} that you choose`
              )}
            </Cell>
            {mayWrite && (
              <RowActions>
                <LinkButton to={settingsPath(newsletter)} size="sm" aria-label={`${title}: settings`}>
                  Settings
                </LinkButton>
                {!isOwn(newsletter) && (
                  <form method="post">
                    <input type="hidden" name="newsletter" value={newsletter} />
                    <input type="hidden" name="automatic" value={isAutomatic ? "no" : "yes"} />
                    <Button
                      size="sm"
                      busyText="Saving..."
                      aria-label={`${title}: ${automateLabel(newsletter, isAutomatic)}`}
                    >
                      {automateLabel(newsletter, isAutomatic)}
                    </Button>
                  </form>
                )}
              </RowActions>
            )}
          </tr>
        );
      })}
    </tbody>
  </Table>
);

function automateLabel(newsletter: Newsletter, isAutomatic: boolean): string {
  if (isAutomatic) return "Choose each one";
  return newsletter === "weekly" ? "Send every week" : "Send all automatically";
}

function EditionTable({ editions }: Pick<Listed, "editions">) {
  const { siteTz } = useRootData();
  return (
    <Table label="Editions" cards>
      <thead>
        <tr>
          <HeaderCell>Subject</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell numeric>Sent</HeaderCell>
          <HeaderCell numeric>Clicks</HeaderCell>
          <HeaderCell numeric>Unsubscribed</HeaderCell>
          <HeaderCell numeric>Not sent</HeaderCell>
          <HeaderCell numeric>Failed</HeaderCell>
          <HeaderCell numeric>Unknown</HeaderCell>
          <HeaderCell>By</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {editions.map(({ id, title, subject, state, sent, skipped, failed, unknown, ...edition }) => (
          <tr key={id}>
            <RowHeader>
              <a href={editionPath(id)} className="break-words">
                {subject}
              </a>
              <span className="meta block">{title}</span>
            </RowHeader>
            <Cell label="State">
              <Badge tone={EDITION_BADGES[state].tone}>{EDITION_BADGES[state].text}</Badge>
            </Cell>
            <Cell label="Sent" numeric>
              {formatCount(sent)}
            </Cell>
            <Cell label="Clicks" numeric>
              {formatCount(edition.clicks)}
            </Cell>
            <Cell label="Unsubscribed" numeric>
              {formatCount(edition.unsubscribed)}
            </Cell>
            <Cell label="Not sent" numeric>
              {formatCount(skipped)}
            </Cell>
            <Cell label="Failed" numeric>
              {formatCount(failed)}
            </Cell>
            <Cell label="Unknown" numeric>
              {formatCount(unknown)}
            </Cell>
            <Cell label="By">
              {edition.staffName ?? "Automatic"}
              <span className="meta block">
                <Time at={edition.createdAt} style="short-datetime" zone={siteTz} />
              </span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
