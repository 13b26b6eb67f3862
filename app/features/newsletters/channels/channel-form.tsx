import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button, LinkButton } from "~/ui/button";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { EDITIONS_PATH, NEWSLETTER_KINDS, NEWSLETTER_WORDS } from "../newsletters.rules";
import {
  ALL_SERVICES,
  ALL_TIERS,
  CHANNELS_PATH,
  channelPath,
  channelSchema,
  newChannelSchema,
  RECORDS_WORDS,
  SERVICES,
  TIER_WORDS,
} from "./channels.rules";
import type { editChannelScreen } from "./channels.screen.server";

export const newChannelMeta: MetaFunction = (args) => adminMeta(args, "Add channel");
export const editChannelMeta: MetaFunction = (args) => adminMeta(args, "Edit channel");

const CRUMBS = [
  { label: "Newsletters", to: EDITIONS_PATH },
  { label: "Channels", to: CHANNELS_PATH },
];

const SERVICE_OPTIONS = ALL_SERVICES.map((service) => ({ value: service, label: SERVICES[service].title }));
const NEWSLETTER_OPTIONS = NEWSLETTER_KINDS.map((newsletter) => ({
  value: newsletter,
  label: NEWSLETTER_WORDS[newsletter].title,
}));
const TIER_OPTIONS = ALL_TIERS.map((tier) => ({ value: tier, label: TIER_WORDS[tier].label }));
const RECORDS_OPTIONS = Object.entries(RECORDS_WORDS).map(([value, label]) => ({ value, label }));

const FIRST_VALUES = { service: "discord", newsletters: "briefs\nnews", tier: "Basic", records: "sent" };

const CHAT_LABEL = "Chat";
const CHAT_HINT = "The name of a public channel such as @our_channel, or a chat’s number.";

/** Adds a channel. */
export function NewChannelPage() {
  return (
    <AdminPage>
      <AdminHead title="Add channel" crumbs={[...CRUMBS, { label: "Add" }]} />
      <Form schema={newChannelSchema} values={FIRST_VALUES} className="form max-w-form">
        <RefusedNote />
        <FormField name="service" label="Service" input="select" required options={SERVICE_OPTIONS} />
        <FormField
          name="secret"
          label="Webhook address, or bot token"
          required
          autoComplete="off"
          hint={ALL_SERVICES.map((service) => SERVICES[service].hint).join(" ")}
        />
        <FormField name="chatId" label={CHAT_LABEL} hint={`For Telegram. ${CHAT_HINT}`} />
        <CommonFields />
        <FormEnd submit="Add channel" backTo={CHANNELS_PATH} />
      </Form>
    </AdminPage>
  );
}

/** Changes a channel. Its secret address is not shown. */
export function EditChannelPage() {
  const { channel } = useLoaderData<typeof editChannelScreen>();
  const { id, service, name, hint, chatId, newsletters, tier, everyRecordSince } = channel;
  const { label } = SERVICES[service];
  const values = {
    ...{ name, tier, newsletters: newsletters.join("\n"), chatId: chatId ?? "" },
    records: everyRecordSince ? "every" : "sent",
  };
  return (
    <AdminPage>
      <AdminHead
        title="Edit channel"
        crumbs={[...CRUMBS, { label: name, to: channelPath(id) }, { label: "Edit" }]}
        meta={SERVICES[service].title}
      />
      <Form schema={channelSchema} values={values} className="form max-w-form">
        <RefusedNote />
        <FormField
          name="secret"
          label={label}
          autoComplete="off"
          hint={`Leave empty to keep the one that ends with ${hint}.`}
        />
        {service === "telegram" && <FormField name="chatId" label={CHAT_LABEL} required hint={CHAT_HINT} />}
        <CommonFields />
        <FormEnd submit="Save changes" backTo={channelPath(id)} />
      </Form>
    </AdminPage>
  );
}

function RefusedNote() {
  const error = useFormError();
  return error ? <Note tone="bad" title={error.message} /> : null;
}

const CommonFields = () => (
  <>
    <FormField name="name" label="Name" required hint="For you: nobody else sees it." />
    <FormField
      name="newsletters"
      label="What it gets"
      input="checks"
      required
      options={NEWSLETTER_OPTIONS}
      hint="The weekly digest is posted when it is sent by email."
    />
    <FormField name="records" label="When" input="radio" required options={RECORDS_OPTIONS} />
    <FormField
      name="tier"
      label="Its readers"
      input="radio"
      required
      options={TIER_OPTIONS}
      hint="Everybody in the channel reads what is posted there: choose a tier only if nobody else can join it."
    />
  </>
);

const FormEnd = ({ submit, backTo }: { submit: string; backTo: string }) => (
  <div className="actions">
    <Button variant="brand" busyText="Saving...">
      {submit}
    </Button>
    <LinkButton to={backTo}>Cancel</LinkButton>
  </div>
);
