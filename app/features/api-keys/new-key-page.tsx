import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { Button, LinkButton } from "~/ui/button";
import { Note } from "~/ui/message";
import { HeaderCell, RowHeader, Table } from "~/ui/table";
import { Form, useFormError, useFormState } from "~/web/form";
import { FormField } from "~/web/form-field";
import { useMadeSecret } from "~/web/made-secret";
import { KeySecret } from "./key-secret";
import {
  CONTENT,
  KEYS_PATH,
  LIFETIMES,
  newKeySchema,
  type ScopeRow,
  VERB_LABELS,
  type Verb,
} from "./keys.rules";
import type { newKeyScreen } from "./keys.screen.server";

export const newKeyMeta: MetaFunction = (args) => adminMeta(args, "New API key");

const toOptions = (words: object) => Object.entries(words).map(([value, label]) => ({ value, label }));

const FIRST_VALUES = { reads: "content:read:basic", expires: "365" };
const VERBS = Object.entries(VERB_LABELS) as [Verb, string][];

/** Creates a key, and shows its secret once. */
export function NewKeyPage() {
  const { rows } = useLoaderData<typeof newKeyScreen>();
  const made = useMadeSecret();
  return (
    <SettingsPage
      tab={KEYS_PATH}
      title={made ? <span className="wrap-anywhere">{made.name}</span> : "New API key"}
      crumbs={[{ label: "API keys", to: KEYS_PATH }, { label: made ? made.name : "New" }]}
    >
      {made ? <KeySecret {...made} /> : <KeyForm rows={rows} />}
    </SettingsPage>
  );
}

const KeyForm = ({ rows }: { rows: readonly ScopeRow[] }) => (
  <Form schema={newKeySchema} values={FIRST_VALUES} className="form max-w-form">
    <RefusedNote />
    <FormField
      name="name"
      label="Name"
      required
      autoComplete="off"
      hint="The change log names the key with what it changes, for example “Quotes from the terminal”."
    />
    <FormField
      name="reads"
      label="Content behind the paywall"
      input="radio"
      required
      options={toOptions(CONTENT)}
    />
    <ScopeTable rows={rows} />
    <FormField
      name="expires"
      label="Expires"
      input="select"
      required
      options={toOptions(LIFETIMES)}
      hint="You can revoke it at any time."
    />
    <div className="actions">
      <Button variant="brand" busyText="Creating...">
        Create key
      </Button>
      <LinkButton to={KEYS_PATH}>Cancel</LinkButton>
    </div>
  </Form>
);

function RefusedNote() {
  const error = useFormError();
  return error ? <Note tone="bad" title={error.message} /> : null;
}

/** What staff do in the back-office, one row for each kind of record. */
function ScopeTable({ rows }: { rows: readonly ScopeRow[] }) {
  const chosen = useFormState().values.scopes?.split("\n") ?? [];
  return (
    <fieldset className="field min-w-0" aria-describedby="scopes-hint">
      <legend className="label">The work of staff</legend>
      <p className="hint" id="scopes-hint">
        Read: all records with their drafts, as the back-office lists them. Write and Delete include it. What
        everybody reads needs no tick.
      </p>
      <Table label="The work of staff">
        <thead>
          <tr>
            <HeaderCell>Records</HeaderCell>
            {VERBS.map(([verb, label]) => (
              <HeaderCell key={verb}>{label}</HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ subject, label, note, scopes }) => (
            <tr key={subject}>
              <RowHeader sub={note}>{label}</RowHeader>
              {VERBS.map(([verb]) => (
                <td key={verb}>
                  {scopes[verb] && (
                    <label className="check">
                      <input
                        type="checkbox"
                        name="scopes"
                        value={scopes[verb]}
                        defaultChecked={chosen.includes(scopes[verb])}
                        aria-label={scopes[verb]}
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </fieldset>
  );
}
