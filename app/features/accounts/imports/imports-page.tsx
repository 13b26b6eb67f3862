import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Input } from "~/ui/field";
import { formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { NoRows, Pager } from "~/ui/pager";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { FormErrorData } from "~/web/form-replies.server";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";
import type { importsScreen } from "./import.screen.server";
import {
  FORMAT_NAMES,
  IMPORTS_PATH,
  importPath,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from "./import-columns.rules";
import { STATE_WORDS } from "./import-words";

export const MEMBERS_PATH = "/admin/manage-users";

export const importsMeta: MetaFunction = (args) => adminMeta(args, "Import members");

/** The upload form, the columns it accepts, and the earlier imports. */
export function ImportsPage() {
  const listed = useLoaderData<typeof importsScreen>();
  const reply = useActionData() as FormErrorData | undefined;
  const wrong = reply && (reply.fieldErrors.file ?? reply.message);
  return (
    <AdminPage>
      <AdminHead
        title="Import members"
        crumbs={[{ label: "Manage Users", to: MEMBERS_PATH }, { label: "Import members" }]}
        meta="The file is read and compared first. Nothing is imported until you have seen the result."
      />
      {wrong && (
        <ErrorSummary
          title="Nothing was imported"
          errors={[{ href: "#file", message: wrong }]}
          hint="Choose the file again: browsers do not keep it."
        />
      )}
      <form method="post" encType="multipart/form-data" className="form">
        <Input
          label="File"
          name="file"
          type="file"
          required
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          error={wrong}
          hint={`CSV of at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB and ${formatCount(MAX_IMPORT_ROWS)} rows: Ghost’s member export, Substack’s email_list, this site’s raw data (CSV), or any other file with an email column.`}
        />
        <div className="actions">
          <Button variant="brand" busyText="Sending...">
            Read the file
          </Button>
        </div>
      </form>
      {listed.total > 0 && <Imports {...listed} />}
    </AdminPage>
  );
}

type Listed = ReturnType<typeof useLoaderData<typeof importsScreen>>;

function Imports({ imports, ...paging }: Listed) {
  const pages = { ...paging, href: (page: number) => pageHref(IMPORTS_PATH, {}, page) };
  return (
    <Section title="Imports" aside={paging.total > 1 ? "Newest first" : undefined}>
      {imports.length === 0 ? <NoRows title="No imports." {...pages} /> : <ImportTable imports={imports} />}
      {imports.length > 0 && paging.total > paging.size && <Pager {...pages} count={imports.length} />}
    </Section>
  );
}

function ImportTable({ imports }: Pick<Listed, "imports">) {
  const { siteTz } = useRootData();
  return (
    <Table label="All imports" cards>
      <thead>
        <tr>
          <HeaderCell>File</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell numeric>Rows</HeaderCell>
          <HeaderCell numeric>Added</HeaderCell>
          <HeaderCell numeric>Changed</HeaderCell>
          <HeaderCell numeric>Refused</HeaderCell>
          <HeaderCell>By</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <RowHeader>
              <a href={importPath(one.id)} className="break-words">
                {one.fileName}
              </a>
              <span className="meta block">{FORMAT_NAMES[one.format]}</span>
            </RowHeader>
            <Cell label="State">{STATE_WORDS[one.state]}</Cell>
            <Cell label="Rows" numeric>
              {formatCount(one.rows)}
            </Cell>
            <Cell label="Added" numeric>
              {formatCount(one.added)}
            </Cell>
            <Cell label="Changed" numeric>
              {formatCount(one.changed)}
            </Cell>
            <Cell label="Refused" numeric>
              {formatCount(one.refused)}
            </Cell>
            <Cell label="By">
              {one.staffName}
              <span className="meta block">
                <Time at={one.createdAt} style="short-datetime" zone={siteTz} />
              </span>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
