import type { MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "~/ui/dialog";
import { Input, Select } from "~/ui/field";
import { Chips, FilterForm } from "~/ui/filters";
import { AdminHead } from "~/ui/head";
import { SortMenu } from "~/ui/menu";
import { LoadError, Note } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { HeaderCell, SortHeader, Table } from "~/ui/table";
import type { FormErrorData } from "~/web/form-replies.server";
import { useRootData } from "~/web/root-data";
import { AdminPage, adminMeta, ChangeOutlet, useHasDialog } from "./admin-page";
import { isNumeric } from "./cells";
import { ListActions, ListMeta } from "./list-head";
import { hasActions, ListRow } from "./list-row";
import type { ListScreenData } from "./list-screen.server";
import { listTo, UNFILTERED } from "./list-state";
import { SelectAll, SelectionBar } from "./selection-bar";
import { ServerHtml } from "./server-html";

type ListProps = { list: ListScreenData };

export const listMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as ListScreenData | undefined)?.title);

type ListScreenProps = { related?: ReactNode; above?: ReactNode };

/** A list, with the form or question of a deeper address over it.
 * @param props.related a link to a related screen, before the Add button.
 * @param props.above between the title and the filters; it includes `ChangeOutlet` if the list has actions.
 */
export function ListScreen({ related, above = <ChangeOutlet /> }: ListScreenProps) {
  const list = useLoaderData() as ListScreenData;
  const actionData = useActionData() as ({ message?: string } & Partial<FormErrorData>) | undefined;
  const hasDialog = useHasDialog();
  return (
    <AdminPage
      overlay={
        hasDialog ? <Outlet /> : list.confirm && <DeleteDialog list={list} message={actionData?.message} />
      }
    >
      <AdminHead
        title={list.title}
        crumbs={list.parent && [list.parent, { label: list.title }]}
        meta={<ListMeta list={list} />}
        action={<ListActions list={list} related={related} />}
      />
      {above}
      {actionData?.message && !list.confirm && <Note tone="bad" title={actionData.message} />}
      <Filters list={list} />
      {list.failed ? <LoadError title={list.failed} /> : <Rows list={list} problem={actionData} />}
    </AdminPage>
  );
}

function Filters({ list }: ListProps) {
  const { state, base, filters, searchLabel, title } = list;
  return (
    <>
      <FilterForm action={base} label={`Search ${title}`} keep={list.keep}>
        <Input
          label={searchLabel}
          name="q"
          id="filter-q"
          type="search"
          defaultValue={state.q}
          maxLength={200}
          wide
        />
        {filters.map(({ name, label, options }) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={options}
            id={`filter-${name}`}
            blank="All"
            defaultValue={state.filters[name] ?? ""}
          />
        ))}
        <Input
          label={`${list.dated} from`}
          name="from"
          id="filter-from"
          type="date"
          defaultValue={state.from}
        />
        <Input label={`${list.dated} to`} name="to" id="filter-to" type="date" defaultValue={state.to} />
      </FilterForm>
      <Chips items={list.chips} clearTo={list.clearTo} />
      <ServerHtml className="list-tools" html={list.tools} />
    </>
  );
}

function Rows({ list, problem }: ListProps & { problem?: Partial<FormErrorData> }) {
  const { rows, columns, state, empty, total, capped, late, sizes, title, files } = list;
  const { siteTz } = useRootData();
  const shared = {
    columns,
    zone: siteTz,
    actions: rows.some(hasActions),
  };
  const href = (page: number) => listTo(list, { page });
  const pages = { page: state.page, size: state.size, total, capped, late, href };
  if (rows.length === 0) return <NoRows title={empty} action={emptyAction(list)} {...pages} />;
  return (
    <>
      <Sorts list={list} />
      <Table label={title} cards pinned className="admin-table">
        <TableHeader list={list} />
        <tbody>
          {rows.map((row) => (
            <ListRow
              key={row.id}
              row={row}
              {...shared}
              selection={list.selection}
              problem={row.id === list.inline?.saved ? problem : undefined}
            />
          ))}
        </tbody>
      </Table>
      <Pager
        {...pages}
        count={rows.length}
        sizes={sizes.map((size) => ({
          size,
          to: listTo(list, { size, page: 1 }),
          current: size === state.size,
        }))}
      />
      <p className="meta mt-4">
        {list.more}
        {files && (
          <>
            <a href={files.csvTo}>Download as CSV</a> · <a href={files.dataTo}>Download raw data (CSV)</a>
          </>
        )}
        {list.selection && <SelectAll {...list.selection} />}
      </p>
      {list.selection && <SelectionBar {...list.selection} />}
    </>
  );
}

/** The link in an empty list: add a record, or clear the filters. */
function emptyAction(list: ListScreenData) {
  if (list.hasNone) return list.add;
  return {
    label: "Clear the filters",
    to: listTo({ ...list, inline: undefined }, { ...UNFILTERED, page: 1 }),
  };
}

/** The sort menu if rows are cards. */
function Sorts({ list }: ListProps) {
  const sorts = list.columns.flatMap(({ label, sort }) => (sort ? [{ label, sort }] : []));
  const current = sorts.find(({ sort }) => sort === list.state.sort);
  return (
    <SortMenu
      cards
      current={current ? sortLabel(list, current) : "Newest first"}
      choices={sorts.map(({ label, sort }) => ({
        label,
        to: sortTo(list, sort),
        current: sort === current?.sort,
      }))}
    />
  );
}

/** 'Newest first', 'Updated, oldest first', 'Title, ascending'. */
function sortLabel(
  { rows, columns, state }: ListScreenData,
  { label, sort }: { label: string; sort: string },
) {
  const ascending = state.direction === "asc";
  const index = columns.findIndex((column) => column.sort === sort);
  if (rows[0]?.cells[index]?.kind !== "time") return `${label}, ${ascending ? "ascending" : "descending"}`;
  if (sort === "createdAt") return ascending ? "Oldest first" : "Newest first";
  return `${label}, ${ascending ? "oldest" : "newest"} first`;
}

/** The column headers, aligned as their cells. */
function TableHeader({ list }: ListProps) {
  const { rows, columns } = list;
  return (
    <thead>
      <tr>
        {columns.map(({ label, sort }, index) => {
          const numeric = isNumeric(rows[0]?.cells[index]);
          return sort ? (
            <SortHeader
              key={label}
              label={label}
              numeric={numeric}
              to={sortTo(list, sort)}
              sorted={sortedBy(list, sort)}
            />
          ) : (
            <HeaderCell key={label} numeric={numeric}>
              {label}
            </HeaderCell>
          );
        })}
        {rows.some(hasActions) && (
          <HeaderCell>
            <span className="sr">Actions</span>
          </HeaderCell>
        )}
      </tr>
    </thead>
  );
}

function sortTo(list: ListScreenData, sort: string): string {
  const flipped = list.state.sort === sort && list.state.direction === "desc" ? "asc" : "desc";
  return listTo(list, { sort, direction: flipped, page: 1 });
}

function sortedBy({ state }: ListScreenData, sort: string) {
  if (state.sort !== sort) return undefined;
  return state.direction === "asc" ? "ascending" : "descending";
}

function DeleteDialog({ list, message }: ListProps & { message?: string }) {
  if (!list.confirm) return null;
  return (
    <ConfirmDialog
      question={list.confirm.question}
      fields={{ version: String(list.confirm.version ?? "") }}
      cancelTo={list.base + list.search}
      {...(list.confirm.confirm ? { confirm: list.confirm.confirm } : { busyText: "Deleting..." })}
    >
      {message && <Note tone="bad" title={message} />}
      <p>{list.confirm.description}</p>
    </ConfirmDialog>
  );
}
