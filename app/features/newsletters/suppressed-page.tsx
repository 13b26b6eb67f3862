import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { FilterForm } from "~/ui/filters";
import { formatCount, pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { NoRows, Pager } from "~/ui/pager";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageHref } from "~/web/paging";
import { useRootData } from "~/web/root-data";
import { EDITIONS_PATH } from "./newsletters.rules";
import { REASON_WORDS, SUPPRESSED_PATH, suppressionBadge, suppressionSchema } from "./suppressed.rules";
import type { suppressedScreen } from "./suppressed.screen.server";

export const suppressedMeta: MetaFunction = (args) => adminMeta(args, "Suppressed addresses");

type Screen = ReturnType<typeof useLoaderData<typeof suppressedScreen>>;

/** Addresses that get only what their owner asks for. */
export function SuppressedPage() {
  const { addresses, q, refusals, mayWrite, ...paging } = useLoaderData<typeof suppressedScreen>();
  const error = useFormError();
  const pages = { ...paging, href: (page: number) => pageHref(SUPPRESSED_PATH, { q }, page) };
  return (
    <AdminPage>
      <AdminHead
        title="Suppressed addresses"
        crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }]}
        meta="These addresses receive no newsletters, reminders or price alerts, only receipts and requested links."
      />
      {error && <Note tone="bad" title={error.message} />}
      {refusals > 0 && (
        <Note
          tone="warn"
          title={`Mail servers rejected ${pluralize(refusals, "email")} in the last 7 days for reasons on our side.`}
        >
          <p>
            Their responses are in the log. Check SPF, DKIM and DMARC for the sender’s domain. No addresses
            were suppressed because of this.
          </p>
        </Note>
      )}
      <FilterForm action={SUPPRESSED_PATH} label="Search suppressed addresses" submit="Search">
        <Input label="Address" name="q" id="filter-q" type="search" defaultValue={q} maxLength={100} wide />
      </FilterForm>
      {addresses.length === 0 ? (
        <NoRows title={q ? "No such address." : "No suppressed addresses."} {...pages} />
      ) : (
        <AddressTable addresses={addresses} mayWrite={mayWrite} />
      )}
      {addresses.length > 0 && paging.total > paging.size && <Pager {...pages} count={addresses.length} />}
      {mayWrite && (
        <Section title="Suppress an address">
          <Form schema={suppressionSchema} className="form max-w-form">
            <FormField name="email" label="Email" input="email" autoComplete="off" required />
            <FormField
              name="note"
              label="Reason"
              hint="Staff see it in this list, and members in their data download."
              required
            />
            <div className="actions">
              <Button busyText="Saving...">Suppress</Button>
            </div>
          </Form>
        </Section>
      )}
    </AdminPage>
  );
}

function AddressTable({ addresses, mayWrite }: Pick<Screen, "addresses" | "mayWrite">) {
  const { siteTz } = useRootData();
  return (
    <Table label="Suppressed addresses" cards>
      <thead>
        <tr>
          <HeaderCell>Address</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell>Reason</HeaderCell>
          <HeaderCell numeric>Reports</HeaderCell>
          <HeaderCell>Last report</HeaderCell>
          {mayWrite && (
            <HeaderCell>
              <span className="sr">Change</span>
            </HeaderCell>
          )}
        </tr>
      </thead>
      <tbody>
        {addresses.map(({ id, email, memberId, reason, evidence, count, ...address }) => {
          const { text, tone } = suppressionBadge(address);
          return (
            <tr key={id}>
              <RowHeader>
                <span className="wrap-anywhere">
                  {memberId ? <a href={`/admin/manage-users/${memberId}`}>{email}</a> : email}
                </span>
              </RowHeader>
              <Cell label="State">
                <Badge tone={tone}>{text}</Badge>
                {address.liftedBy && <span className="meta block">{address.liftedBy}</span>}
              </Cell>
              <Cell label="Reason">
                {REASON_WORDS[reason]}
                <span className="meta block wrap-anywhere">{evidence}</span>
              </Cell>
              <Cell label="Reports" numeric>
                {formatCount(count)}
              </Cell>
              <Cell label="Last report">
                <Time at={address.lastSeenAt} style="short-datetime" zone={siteTz} />
                <span className="meta block">
                  First: <Time at={address.firstSeenAt} style="short-date" zone={siteTz} />
                </span>
              </Cell>
              {mayWrite && (
                <RowActions>
                  {address.isActive && (
                    <form method="post">
                      <input type="hidden" name="lift" value={id} />
                      <input type="hidden" name="reason" value={reason} />
                      <Button size="sm" busyText="Lifting..." aria-label={`Lift: ${email}`}>
                        Lift
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
}
