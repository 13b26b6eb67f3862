import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Device } from "./devices.server";

/** Where somebody is signed in, each with its "Sign out". */
export function DeviceTable({ devices, zone }: { devices: Device[]; zone: string }) {
  return (
    <Table label="Devices" cards>
      <thead>
        <tr>
          <HeaderCell>Device</HeaderCell>
          <HeaderCell>Network address</HeaderCell>
          <HeaderCell>Since</HeaderCell>
          <HeaderCell>Last used</HeaderCell>
          <HeaderCell>
            <span className="sr">Sign out</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <RowHeader sub={device.via === "bearer" ? "By program" : undefined}>
              {device.name} {device.current && <Badge tone="active">This device</Badge>}
            </RowHeader>
            <Cell label="Network address">{device.ip ?? "Unknown"}</Cell>
            <Cell label="Since">
              <Time at={device.since} style="short-date" zone={zone} />
            </Cell>
            <Cell label="Last used">
              <Time at={device.lastSeenAt} style="short-datetime" zone={zone} />
            </Cell>
            <RowActions>
              <form method="post">
                <input type="hidden" name="device" value={device.id} />
                <Button size="sm" aria-label={`Sign out ${device.name}`} busyText="Signing out...">
                  Sign out
                </Button>
              </form>
            </RowActions>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
