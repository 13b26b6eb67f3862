import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { LinkButton } from "~/ui/button";
import { formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";
import { BATCH_BADGES, batchPath } from "../batches/batches.rules";
import { LABELS_PATH } from "../labels/labels.rules";
import { USERS_CRUMB } from "../labels/labels-page";
import { SEGMENTS_PATH, segmentPath } from "./segments.rules";
import type { segmentsScreen } from "./segments.screen.server";

export const segmentsMeta: MetaFunction = (args) => adminMeta(args, "Segments");

/** The saved filters of the members' list. */
export function SegmentsPage() {
  const { segments, batches, mayWrite, ...paging } = useLoaderData<typeof segmentsScreen>();
  const { siteTz } = useRootData();
  const pages = { ...paging, href: (page: number) => pageHref(SEGMENTS_PATH, {}, page) };
  const add = { label: "New segment", to: `${SEGMENTS_PATH}/new` };
  return (
    <AdminPage>
      <AdminHead
        title="Segments"
        crumbs={[USERS_CRUMB, { label: "Segments" }]}
        meta={
          <>
            <strong>{formatCount(paging.total)}</strong> saved filters of members ·{" "}
            <a href={LABELS_PATH}>Labels</a>
          </>
        }
        action={
          mayWrite && (
            <LinkButton to={add.to} variant="brand" icon="plus">
              {add.label}
            </LinkButton>
          )
        }
      />
      {segments.length === 0 ? (
        <NoRows title="No segments yet." action={mayWrite ? add : undefined} {...pages} />
      ) : (
        <Table label="Segments" cards>
          <thead>
            <tr>
              <HeaderCell>Segment</HeaderCell>
              <HeaderCell>Labels that follow it</HeaderCell>
              <HeaderCell numeric>Members</HeaderCell>
              {mayWrite && (
                <HeaderCell>
                  <span className="sr">Actions</span>
                </HeaderCell>
              )}
            </tr>
          </thead>
          <tbody>
            {segments.map(({ id, name, words, labels, count, to }) => (
              <tr key={id}>
                <RowHeader sub={words.join(" · ")}>
                  <a href={to}>
                    <bdi className="wrap-anywhere">{name}</bdi>
                  </a>
                </RowHeader>
                <Cell label="Labels that follow it">
                  <span className="wrap-anywhere">{labels ?? "–"}</span>
                </Cell>
                <Cell label="Members" numeric>
                  {count}
                </Cell>
                {mayWrite && (
                  <RowActions>
                    <LinkButton to={segmentPath(id)} size="sm" aria-label={`Edit ${name}`}>
                      Edit
                    </LinkButton>
                  </RowActions>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {segments.length > 0 && paging.total > paging.size && <Pager {...pages} count={segments.length} />}
      {batches.length > 0 && (
        <Section title="Newest batches of members">
          <ul className="grid gap-2">
            {batches.map(({ id, title, state, staffName, createdAt }) => (
              <li key={id}>
                <a href={batchPath(id)}>
                  <bdi className="wrap-anywhere">{title}</bdi>
                </a>{" "}
                <span className="meta">
                  {BATCH_BADGES[state].text} · <bdi>{staffName}</bdi>,{" "}
                  <Time at={createdAt} style="short-datetime" zone={siteTz} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </AdminPage>
  );
}
