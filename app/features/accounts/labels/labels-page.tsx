import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { FilterForm } from "~/ui/filters";
import { formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageHref } from "~/web/paging";
import { SEGMENTS_PATH, segmentPath } from "../segments/segments.rules";
import { LABELS_PATH, labelPath, labelSchema } from "./labels.rules";
import type { labelsScreen } from "./labels.screen.server";

export const labelsMeta: MetaFunction = (args) => adminMeta(args, "Labels");

type Screen = ReturnType<typeof useLoaderData<typeof labelsScreen>>;

export const USERS_CRUMB = { label: "Manage Users", to: "/admin/manage-users" };

/** The labels of members. */
export function LabelsPage() {
  const { labels, q, mayWrite, ...paging } = useLoaderData<typeof labelsScreen>();
  const error = useFormError();
  const pages = { ...paging, href: (page: number) => pageHref(LABELS_PATH, { q }, page) };
  return (
    <AdminPage>
      <AdminHead
        title="Labels"
        crumbs={[USERS_CRUMB, { label: "Labels" }]}
        meta={
          <>
            <strong>{formatCount(paging.total)}</strong> labels · <a href={SEGMENTS_PATH}>Segments</a>
          </>
        }
      />
      {error && <Note tone="bad" title={error.title} />}
      <FilterForm action={LABELS_PATH} label="Search labels" submit="Search">
        <Input label="Name" name="q" id="filter-q" type="search" defaultValue={q} maxLength={100} wide />
      </FilterForm>
      {labels.length === 0 ? (
        <NoRows title={q ? "No such label." : "No labels yet."} {...pages} />
      ) : (
        <Labels labels={labels} mayWrite={mayWrite} />
      )}
      {labels.length > 0 && paging.total > paging.size && <Pager {...pages} count={labels.length} />}
      {mayWrite && (
        <Section title="Add a label">
          <Form schema={labelSchema} className="form max-w-form">
            <FormField
              name="label"
              label="Label"
              required
              hint="At most 40 characters, in any script, without commas and semicolons."
            />
            <div className="actions">
              <Button busyText="Adding...">Add label</Button>
            </div>
          </Form>
        </Section>
      )}
    </AdminPage>
  );
}

const Labels = ({ labels, mayWrite }: Pick<Screen, "labels" | "mayWrite">) => (
  <Table label="Labels" cards>
    <thead>
      <tr>
        <HeaderCell>Label</HeaderCell>
        <HeaderCell>Follows</HeaderCell>
        <HeaderCell numeric>Members</HeaderCell>
      </tr>
    </thead>
    <tbody>
      {labels.map(({ id, name, segmentId, segmentName, members, to }) => (
        <tr key={id}>
          <RowHeader>
            <bdi className="wrap-anywhere">{mayWrite ? <a href={labelPath(id)}>{name}</a> : name}</bdi>
          </RowHeader>
          <Cell label="Follows">
            {segmentId === null ? (
              "–"
            ) : (
              <a href={segmentPath(segmentId)} className="wrap-anywhere">
                {segmentName}
              </a>
            )}
          </Cell>
          <Cell label="Members" numeric>
            <a href={to}>
              {members}
              <span className="sr"> members with {name}</span>
            </a>
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);
