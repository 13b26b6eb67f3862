import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatTime } from "~/ui/dates";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Device } from "./devices.server";

type DeviceTableProps = {
  devices: Device[];
  zone: string;
  /** Where the "Sign out" forms are sent; this page when absent. */
  action?: string;
};

/** The active sessions, each with a "Sign out" button. */
export function DeviceTable({ devices, zone, action }: DeviceTableProps) {
  return (
    <Table label="Devices" cards>
      <thead>
        <tr>
          <HeaderCell>Device</HeaderCell>
          <HeaderCell>IP address</HeaderCell>
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
            <RowHeader sub={device.via === "bearer" ? "Through the API" : undefined}>
              {device.name} {device.current && <Badge tone="active">This device</Badge>}
            </RowHeader>
            <Cell label="IP address">{device.ip ?? "Unknown"}</Cell>
            <Cell label="Since">
              <Time at={device.since} style="short-date" zone={zone} />
            </Cell>
            <Cell label="Last used">
              <Time at={device.lastSeenAt} style="short-datetime" zone={zone} />
            </Cell>
            <RowActions>
              <form method="post" action={action}>
                <input type="hidden" name="device" value={device.id} />
                <Button
                  size="sm"
                  aria-label={`Sign out ${device.name}, last used ${formatTime(device.lastSeenAt, "short-datetime", zone)}`}
                  busyText="Signing out..."
                >
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
