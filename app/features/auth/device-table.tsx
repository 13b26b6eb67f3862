import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Cell, Head, RowActions, RowName, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import type { Device } from "./devices.server";

/** Where somebody is signed in, each with its "Sign out". */
export function DeviceTable({ devices, zone }: { devices: Device[]; zone: string }) {
  return (
    <Table label="Devices" cards>
      <thead>
        <tr>
          <Head>Device</Head>
          <Head>Network address</Head>
          <Head>Since</Head>
          <Head>Last used</Head>
          <Head>
            <span className="sr">Sign out</span>
          </Head>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <RowName sub={device.via === "bearer" ? "By program" : undefined}>
              {device.name} {device.current && <Badge tone="active">This device</Badge>}
            </RowName>
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
