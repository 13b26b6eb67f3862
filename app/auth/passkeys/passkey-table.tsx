import type { ReactNode } from "react";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";

type ListedPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

type PasskeyTableProps = {
  passkeys: ListedPasskey[];
  zone: string;
  /** The way to remove one. */
  removal: (passkey: ListedPasskey) => ReactNode;
};

/** A person's passkeys. */
export function PasskeyTable({ passkeys, zone, removal }: PasskeyTableProps) {
  if (passkeys.length === 0) return <p>You have no passkeys yet.</p>;
  return (
    <Table label="Passkeys" cards>
      <thead>
        <tr>
          <HeaderCell>Passkey</HeaderCell>
          <HeaderCell>Added</HeaderCell>
          <HeaderCell>Last used</HeaderCell>
          <HeaderCell>
            <span className="sr">Remove</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.id}>
            <RowHeader>{passkey.name}</RowHeader>
            <Cell label="Added">
              <Time at={passkey.createdAt} style="short-date" zone={zone} />
            </Cell>
            <Cell label="Last used">
              {passkey.lastUsedAt ? (
                <Time at={passkey.lastUsedAt} style="short-datetime" zone={zone} />
              ) : (
                "Never"
              )}
            </Cell>
            <RowActions>{removal(passkey)}</RowActions>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
