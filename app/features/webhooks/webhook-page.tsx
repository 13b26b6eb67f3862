import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { adminMeta, useHasDialog } from "~/admin-kit/admin-page";
import { keyPath } from "~/features/api-keys/keys.rules";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { useMadeSecret } from "~/web/made-secret";
import { DeliveryLog } from "./delivery-log";
import { ChangeButton } from "./webhook-change";
import {
  kindLabel,
  OVERLAPS,
  RECEIVED_PATH,
  rotationSchema,
  WEBHOOK_CHANGES,
  WEBHOOKS_PATH,
  webhookPath,
} from "./webhook-screens.rules";
import { WebhookSecret } from "./webhook-secret";
import type { webhookScreen } from "./webhooks.screen.server";
import { Moment, WebhookBadge } from "./webhooks-page";

type Screen = ReturnType<typeof useLoaderData<typeof webhookScreen>>;
type Webhook = Screen["webhook"];

export const webhookMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as Screen | undefined)?.webhook.name);

/** A webhook, what was sent to it, and what can be done with it. */
export function WebhookPage() {
  const { webhook, log, isOwnReceiver } = useLoaderData<typeof webhookScreen>();
  const made = useMadeSecret();
  const isAsking = useHasDialog();
  const { id, name, address } = webhook;
  return (
    <SettingsPage
      tab={WEBHOOKS_PATH}
      title={<bdi className="wrap-anywhere">{name}</bdi>}
      crumbs={[{ label: "Webhooks", to: WEBHOOKS_PATH }, { label: name }]}
      meta={<span className="wrap-anywhere">Sends to {address}</span>}
      overlay={isAsking ? <Outlet /> : undefined}
    >
      {made ? (
        <WebhookSecret {...made} />
      ) : (
        <>
          <RefusedNote />
          <Trouble {...webhook} />
          <State webhook={webhook} isOwnReceiver={isOwnReceiver} />
          <DeliveryLog id={id} {...log} />
          <Rotation hasOld={webhook.previousUntil !== null} />
        </>
      )}
    </SettingsPage>
  );
}

function RefusedNote() {
  const error = useFormError();
  return error ? <Note tone="bad" title={error.message} /> : null;
}

function Trouble({ enabled, disabledReason, failingSince }: Webhook) {
  if (!enabled)
    return (
      <Note tone="warn" title="This webhook is off.">
        {disabledReason && <p className="wrap-anywhere">{disabledReason}</p>}
        <p>What changes while it is off is not kept for it. Turned on, it gets what changes from then on.</p>
      </Note>
    );
  return failingSince ? (
    <Note tone="warn" title="The receiver does not accept what it gets.">
      <p>Each message is sent again for three days. The list of deliveries says what went wrong.</p>
    </Note>
  ) : null;
}

function State({ webhook, isOwnReceiver }: { webhook: Webhook; isOwnReceiver: boolean }) {
  const { id, kinds, keyId, keyName, enabled, disabledAt, failingSince, previousUntil } = webhook;
  return (
    <Section title={<WebhookBadge {...webhook} />} first>
      <p className="mb-4">
        <span className="text-muted">Gets</span> {kinds.map(kindLabel).join(", ")}
      </p>
      <Facts
        row
        items={[
          {
            label: "Reads as",
            value: keyId ? (
              <a href={keyPath(keyId)} className="wrap-anywhere">
                <bdi>{keyName}</bdi>
              </a>
            ) : (
              "A visitor"
            ),
          },
          { label: "Last success", value: <Moment at={webhook.lastSuccessAt} otherwise="None yet" /> },
          ...(failingSince
            ? [{ label: "Failing since", value: <Moment at={failingSince} otherwise="" /> }]
            : []),
          ...(enabled ? [] : [{ label: "Off since", value: <Moment at={disabledAt} otherwise="" /> }]),
          ...(previousUntil
            ? [{ label: "The old secret works until", value: <Moment at={previousUntil} otherwise="" /> }]
            : []),
          { label: "Created by", value: <bdi>{webhook.createdByName}</bdi> },
          { label: "Created", value: <Moment at={webhook.createdAt} otherwise="" /> },
        ]}
      />
      <div className="actions mt-4">
        {enabled && <ChangeButton change="test" />}
        <ChangeButton change={enabled ? "disable" : "enable"} />
        <LinkButton to={`${webhookPath(id)}/edit`}>Edit</LinkButton>
        <LinkButton to={`${webhookPath(id)}/deletion`}>Delete</LinkButton>
        {isOwnReceiver && <LinkButton to={RECEIVED_PATH}>See what arrived</LinkButton>}
      </div>
    </Section>
  );
}

const OPTIONS = Object.entries(OVERLAPS).map(([value, label]) => ({ value, label }));

const BOTH = "Until then each message is signed with both, so your program can change over without a pause.";
const OLD_STAYS = "An old secret still works, and works until then. The one that replaced it ends now.";

const Rotation = ({ hasOld }: { hasOld: boolean }) => (
  <Section title="New secret">
    <Form schema={rotationSchema} values={{ overlap: "24" }} className="form max-w-form">
      <input type="hidden" name="change" value="rotate" />
      <FormField
        name="overlap"
        label="The old secret ends"
        input="select"
        required
        options={OPTIONS}
        hint={hasOld ? OLD_STAYS : BOTH}
      />
      <div className="actions">
        <Button busyText={WEBHOOK_CHANGES.rotate.busy}>{WEBHOOK_CHANGES.rotate.button}</Button>
      </div>
    </Form>
  </Section>
);
