import { Button } from "~/ui/button";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import type { OpenInvitation } from "./invitations.server";

/** The open invitations, if any. */
export function OpenInvitations({ items, now }: { items: readonly OpenInvitation[]; now: Date }) {
  const { siteTz } = useRootData();
  if (items.length === 0) return null;
  return (
    <section className="mb-8" aria-labelledby="invited-title">
      <h2 id="invited-title" className="mb-3">
        Open invitations
      </h2>
      <Table label="Invitations" cards>
        <thead>
          <tr>
            <HeaderCell>Name</HeaderCell>
            <HeaderCell>Role</HeaderCell>
            <HeaderCell>Invited by</HeaderCell>
            <HeaderCell>Valid until</HeaderCell>
            <HeaderCell>
              <span className="sr">Actions</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, fullname, email, role, invitedByName, expiresAt }) => (
            <tr key={id}>
              <RowHeader sub={email}>{fullname}</RowHeader>
              <Cell label="Role">{role}</Cell>
              <Cell label="Invited by">{invitedByName}</Cell>
              <Cell label="Valid until">
                <Time at={expiresAt} style="short-datetime" zone={siteTz} />
                {expiresAt < now && " (expired)"}
              </Cell>
              <RowActions>
                <Change to={`/admin/settings/invitations/${id}/mail`} label={`Send ${email} a new link`}>
                  Send again
                </Change>
                <Change
                  to={`/admin/settings/invitations/${id}/revocation`}
                  label={`Revoke the invitation for ${email}`}
                >
                  Revoke
                </Change>
              </RowActions>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const Change = ({ to, label, children }: { to: string; label: string; children: string }) => (
  <form method="post" action={to}>
    <Button size="sm" aria-label={label} busyText="One moment...">
      {children}
    </Button>
  </form>
);
