import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { adminMeta, useHasDialog } from "~/admin-kit/admin-page";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { useMadeSecret } from "~/web/made-secret";
import { KeySecret } from "./key-secret";
import { KEYS_PATH, keyPath, OVERLAPS, rotationSchema } from "./keys.rules";
import type { keyScreen } from "./keys.screen.server";
import { KeyBadge, Moment } from "./keys-page";

type Screen = ReturnType<typeof useLoaderData<typeof keyScreen>>;

export const keyMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as Screen | undefined)?.apiKey.name);

/** A key, and what can be done with it. */
export function KeyPage() {
  const { apiKey } = useLoaderData<typeof keyScreen>();
  const made = useMadeSecret();
  const isAsking = useHasDialog();
  return (
    <SettingsPage
      tab={KEYS_PATH}
      title={<span className="wrap-anywhere">{apiKey.name}</span>}
      crumbs={[{ label: "API keys", to: KEYS_PATH }, { label: apiKey.name }]}
      meta={`The key that starts with ${apiKey.prefix}`}
      overlay={isAsking ? <Outlet /> : undefined}
    >
      {made ? <KeySecret {...made} /> : <KeyFacts {...apiKey} />}
    </SettingsPage>
  );
}

function KeyFacts(apiKey: Screen["apiKey"]) {
  const { id, scopes, createdByName, createdAt, lastUsedAt, expiresAt, revokedAt, previousUntil } = apiKey;
  const isOver = revokedAt !== null || apiKey.isExpired;
  return (
    <>
      <Section title={<KeyBadge {...apiKey} />} first>
        <Facts
          row
          items={[
            { label: "Created by", value: createdByName },
            { label: "Created", value: <Moment at={createdAt} otherwise="" /> },
            { label: "Last use", value: <Moment at={lastUsedAt} otherwise="Never" /> },
            { label: "Expires", value: <Moment at={expiresAt} otherwise="Never" /> },
            ...(revokedAt ? [{ label: "Revoked", value: <Moment at={revokedAt} otherwise="" /> }] : []),
            ...(previousUntil && !isOver
              ? [{ label: "The old secret works until", value: <Moment at={previousUntil} otherwise="" /> }]
              : []),
          ]}
        />
      </Section>
      <Section title="Scopes">
        <ul className="grid gap-1">
          {scopes.map((scope) => (
            <li key={scope}>
              <code className="wrap-anywhere">{scope}</code>
            </li>
          ))}
        </ul>
      </Section>
      {!isOver && <Changes id={id} />}
    </>
  );
}

const OPTIONS = Object.entries(OVERLAPS).map(([value, label]) => ({ value, label }));

const Changes = ({ id }: { id: string }) => (
  <Section title="New secret">
    <Form schema={rotationSchema} values={{ overlap: "24" }} className="form max-w-form">
      <RefusedNote />
      <FormField
        name="overlap"
        label="The old secret ends"
        input="select"
        required
        options={OPTIONS}
        hint="Until then both work. One from before an earlier change ends now."
      />
      <div className="actions">
        <Button variant="brand" busyText="Creating...">
          Create a new secret
        </Button>
        <LinkButton to={`${keyPath(id)}/revocation`}>Revoke</LinkButton>
      </div>
    </Form>
  </Section>
);

function RefusedNote() {
  const error = useFormError();
  return error ? <Note tone="bad" title={error.message} /> : null;
}
