import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Button, LinkButton } from "~/ui/button";
import { cx } from "~/ui/class-names";
import { FieldMessages, fieldIds, RequiredMark } from "~/ui/field";
import { Note } from "~/ui/message";
import { Form, useFormError, useFormState } from "~/web/form";
import { FormField } from "~/web/form-field";
import { useMadeSecret } from "~/web/made-secret";
import { KIND_GROUPS, kindLabel, WEBHOOKS_PATH, webhookPath, webhookSchema } from "./webhook-screens.rules";
import { WebhookSecret } from "./webhook-secret";
import type { editWebhookScreen, newWebhookScreen } from "./webhooks.screen.server";

export const newWebhookMeta: MetaFunction = (args) => adminMeta(args, "New webhook");
export const editWebhookMeta: MetaFunction = (args) => adminMeta(args, "Edit webhook");

const CRUMB = { label: "Webhooks", to: WEBHOOKS_PATH };

/** Makes a webhook, and shows its secret once. */
export function NewWebhookPage() {
  const { keys, values, isDemo } = useLoaderData<typeof newWebhookScreen>();
  const made = useMadeSecret();
  return (
    <SettingsPage
      tab={WEBHOOKS_PATH}
      title={made ? <span className="wrap-anywhere">{made.name}</span> : "New webhook"}
      crumbs={[CRUMB, { label: made ? made.name : "New" }]}
    >
      {made ? (
        <WebhookSecret {...made} />
      ) : (
        <Form schema={webhookSchema} values={values} className="form max-w-form">
          <RefusedNote keys={keys} />
          <Fields keys={keys} />
          <FormEnd submit="Create webhook" backTo={WEBHOOKS_PATH} />
          {isDemo && <OwnReceiver />}
        </Form>
      )}
    </SettingsPage>
  );
}

/** Changes a webhook. Its secret has a form of its own. */
export function EditWebhookPage() {
  const { id, name, keys, values } = useLoaderData<typeof editWebhookScreen>();
  return (
    <SettingsPage
      tab={WEBHOOKS_PATH}
      title="Edit webhook"
      crumbs={[CRUMB, { label: name, to: webhookPath(id) }, { label: "Edit" }]}
    >
      <Form schema={webhookSchema} values={values} className="form max-w-form">
        <RefusedNote keys={keys} />
        <Seen />
        <Fields keys={keys} />
        <FormEnd submit="Save changes" backTo={webhookPath(id)} />
      </Form>
    </SettingsPage>
  );
}

/** The values that the form was filled with, so that a save does not undo somebody else's. */
function Seen() {
  const { values } = useFormState();
  return <input type="hidden" name="seen" value={values.seen} />;
}

type KeyChoice = { value: string; label: string };

const LABELS = { name: "Name", address: "Address", kinds: "What it gets", keyId: "What it may read" };

/** Why the form was refused, with what somebody else saved. */
function RefusedNote({ keys }: { keys: readonly KeyChoice[] }) {
  const error = useFormError();
  if (!error) return null;
  const theirs = Object.entries(LABELS).flatMap(([name, label]) => {
    const saved = error.theirs?.[name];
    return saved === undefined ? [] : [{ label, saved: savedWords(name, saved, keys) }];
  });
  return (
    <Note tone="bad" title={error.title}>
      {theirs.length > 0 && <p>It is now saved as follows. Save again to replace this.</p>}
      {theirs.map(({ label, saved }) => (
        <p key={label} className="wrap-anywhere">
          {label}: <bdi>{saved}</bdi>
        </p>
      ))}
    </Note>
  );
}

function savedWords(name: string, saved: string, keys: readonly KeyChoice[]): string {
  if (name === "kinds") return saved.split("\n").map(kindLabel).join(", ");
  // Without a key it reads as a visitor.
  return name === "keyId"
    ? (keys.find(({ value }) => (value || "(empty)") === saved)?.label ?? saved)
    : saved;
}

/** A GET with what is typed, so it needs neither script nor the password. The Enter key presses a form's first button. */
const OwnReceiver = () => (
  <Note title="Try it without the internet">
    <p>This demo has a receiver of its own, which shows what it gets. The button fills in its address.</p>
    <p className="mt-2">
      <Button size="sm" formMethod="get" formNoValidate name="receiver" value="own">
        Use the demo’s receiver
      </Button>
    </p>
  </Note>
);

const Fields = ({ keys }: { keys: readonly KeyChoice[] }) => (
  <>
    <FormField
      name="name"
      label={LABELS.name}
      required
      autoComplete="off"
      hint="For staff, for example “The newsroom’s app”."
    />
    <FormField
      name="address"
      label={LABELS.address}
      input="url"
      required
      autoComplete="off"
      hint="Where your program gets its messages. It begins with https."
    />
    <KindFields />
    <FormField
      name="keyId"
      label={LABELS.keyId}
      input="select"
      options={keys}
      hint="It gets locked texts, members and payments only with a key that reads them. If the key ends, the webhook is turned off."
    />
  </>
);

/** Tick boxes in groups. */
function KindFields() {
  const chosen = useFormState().values.kinds?.split("\n") ?? [];
  const error = useFormError()?.fieldErrors.kinds;
  const ids = fieldIds("kinds", { error });
  return (
    <fieldset className={cx("field", error && "field--bad")} aria-describedby={ids.describedBy}>
      <legend className="label">
        {LABELS.kinds}
        <RequiredMark />
      </legend>
      <div className="mt-2 grid gap-3">
        {KIND_GROUPS.map(({ label, kinds }, group) => (
          <fieldset key={label}>
            <legend className="meta">{label}</legend>
            <div className="flex flex-wrap gap-x-5">
              {Object.entries(kinds).map(([kind, words], index) => (
                <label className="check" key={kind}>
                  <input
                    type="checkbox"
                    id={group + index === 0 ? "kinds" : undefined}
                    name="kinds"
                    value={kind}
                    defaultChecked={chosen.includes(kind)}
                    aria-invalid={error ? true : undefined}
                  />
                  <span>{words}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <FieldMessages ids={ids} error={error} />
    </fieldset>
  );
}

const FormEnd = ({ submit, backTo }: { submit: string; backTo: string }) => (
  <div className="actions">
    <Button variant="brand" busyText="Saving...">
      {submit}
    </Button>
    <LinkButton to={backTo}>Cancel</LinkButton>
  </div>
);
