import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { formatTime } from "~/ui/dates";
import { Checkbox } from "~/ui/field";
import { Section } from "~/ui/head";
import { Cell, HeaderCell, RowActions, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { ALL_PUSH_KINDS, PUSH_DEVICES_PATH, PUSH_WORDS } from "./push.rules";
import type { ListedDevice, PushKind } from "./push-devices.queries.server";

type PushSectionProps = {
  devices: ListedDevice[];
  wanted: PushKind[];
  /** The public key that browsers know the site by. */
  applicationKey: string;
  zone: string;
};

/** A member's notifications on devices: turned on here, chosen, and removed. */
export function PushSection({ devices, wanted, applicationKey, zone }: PushSectionProps) {
  return (
    <div className="section">
      <Section title="On your devices" flush>
        <div className="grid gap-5">
          <p>
            A notification tells you that there is something new and takes you to it. It never says what it is
            about.
          </p>
          <TurnOn applicationKey={applicationKey} isOn={devices.some(({ isThisOne }) => isThisOne)} />
          {devices.length > 0 && <Devices devices={devices} zone={zone} />}
          {devices.length > 0 && <Choice wanted={wanted} />}
        </div>
      </Section>
    </div>
  );
}

/** `app/ui/push` shows the case of this browser. */
function TurnOn({ applicationKey, isOn }: { applicationKey: string; isOn: boolean }) {
  return (
    <>
      <noscript>
        <p>To turn notifications on in this browser, allow JavaScript here.</p>
      </noscript>
      <div data-push={applicationKey} data-on={isOn ? "" : undefined}>
        <div data-case="ready" hidden>
          <Button type="button" variant="brand">
            Turn on in this browser
          </Button>
        </div>
        <p data-case="on" hidden>
          Notifications are on in this browser.
        </p>
        <p data-case="blocked" hidden>
          This browser is blocking notifications from this site. Allow them in the browser’s settings, then
          reload the page.
        </p>
        <p data-case="home-screen" hidden>
          On an iPhone or iPad, first add this site to the home screen: “Share”, then “Add to Home Screen”.
          Open it there and come back to this page.
        </p>
        <p data-case="missing" hidden>
          This browser does not support notifications.
        </p>
        <p role="alert" className="text-bad" hidden />
      </div>
    </>
  );
}

const Devices = ({ devices, zone }: Pick<PushSectionProps, "devices" | "zone">) => (
  <Table label="Devices with notifications" cards>
    <thead>
      <tr>
        <HeaderCell>Device</HeaderCell>
        <HeaderCell>Since</HeaderCell>
        <HeaderCell>Last notification</HeaderCell>
        <HeaderCell>
          <span className="sr">Remove</span>
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {devices.map(({ id, name, isThisOne, createdAt, lastSuccessAt }) => (
        <tr key={id}>
          <RowHeader>
            {name} {isThisOne && <Badge tone="active">This device</Badge>}
          </RowHeader>
          <Cell label="Since">
            <Time at={createdAt} style="short-date" zone={zone} />
          </Cell>
          <Cell label="Last notification">
            {lastSuccessAt ? <Time at={lastSuccessAt} style="short-datetime" zone={zone} /> : "None yet"}
          </Cell>
          <RowActions>
            <form method="post" action={PUSH_DEVICES_PATH}>
              <input type="hidden" name="remove" value={id} />
              <Button
                size="sm"
                aria-label={`Remove ${name}, since ${formatTime(createdAt, "short-datetime", zone)}`}
                busyText="Removing..."
              >
                Remove
              </Button>
            </form>
          </RowActions>
        </tr>
      ))}
    </tbody>
  </Table>
);

const Choice = ({ wanted }: Pick<PushSectionProps, "wanted">) => (
  <form method="post" action={PUSH_DEVICES_PATH} className="form">
    <input type="hidden" name="choice" value="kinds" />
    <p>All your devices receive:</p>
    {ALL_PUSH_KINDS.map((kind) => (
      <Checkbox
        key={kind}
        id={`push-${kind}`}
        name={kind}
        label={PUSH_WORDS[kind].label}
        hint={PUSH_WORDS[kind].hint}
        defaultChecked={wanted.includes(kind)}
      />
    ))}
    <p className="hint">Emails have their own settings.</p>
    <div className="actions">
      <Button busyText="Saving...">Save</Button>
    </div>
  </form>
);
