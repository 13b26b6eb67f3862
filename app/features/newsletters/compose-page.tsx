import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AUDIENCE_NAMES } from "~/access/paywall-text";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button } from "~/ui/button";
import { pluralize } from "~/ui/format";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Tabs } from "~/ui/tabs";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { useRootData } from "~/web/root-data";
import type { composeScreen } from "./compose.screen.server";
import { composeSchema, SEND_LATER, SEND_TO_ME } from "./editions.rules";
import { composePath, EDITIONS_PATH, kindOf, NEWSLETTER_WORDS } from "./newsletters.rules";

export const composeMeta: MetaFunction = (args) => adminMeta(args, "Send by email");

/** Sends one record to the readers of its newsletter. */
export function ComposePage() {
  const screen = useLoaderData<typeof composeScreen>();
  const { newsletter, title, choices, recordId, values, audience, hasTeaser, readers, isOut, isWeekRunning } =
    screen;
  const { record, path } = NEWSLETTER_WORDS[kindOf(newsletter)];
  const error = useFormError();
  const { siteTz } = useRootData();
  const previewTo = (version: string) =>
    `${EDITIONS_PATH}/preview?${new URLSearchParams({ newsletter, record: recordId, version })}`;
  return (
    <AdminPage>
      <AdminHead
        title="Send by email"
        crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }, { label: title }]}
        meta={path && <a href={`/admin/${path}/${recordId}/edit`}>Open the {record}</a>}
      />
      {choices.length > 1 && (
        <Tabs
          label="Newsletter"
          items={choices.map((each) => ({
            label: each.title,
            current: each.newsletter === newsletter,
            to: composePath(each.newsletter, recordId),
          }))}
        />
      )}
      <div className="grid gap-4 max-w-form">
        {error && <Note tone="bad" title={error.message} />}
        <p>
          {readers !== undefined && `${pluralize(readers, "reader")} of \u201c${title}\u201d. `}
          {audience === "everybody"
            ? `All of them receive the full ${record}.`
            : hasTeaser
              ? `${AUDIENCE_NAMES[audience]} receive the full ${record}; the others receive only its introduction.`
              : `Only ${AUDIENCE_NAMES[audience]} receive it.`}{" "}
          {isOut ? "" : `The ${record} is not published yet. The email is sent when it is published.`}
        </p>
        <p>
          Preview: <a href={previewTo("whole")}>{hasTeaser ? "in full" : "the email"}</a>
          {hasTeaser && (
            <>
              {" or "}
              <a href={previewTo("teaser")}>the introduction</a>
            </>
          )}
          .
        </p>
        <Form schema={composeSchema} values={values} className="form">
          <FormField
            name="subject"
            label="Subject"
            required
            hint="Everybody who receives the email sees it."
          />
          <FormField
            name="preview"
            label="Preview text"
            hint={`Most email programs show it after the subject. Everybody who receives the email sees it.${isWeekRunning ? " If it is empty, it says how much we published that week." : ""}`}
          />
          <FormField
            name="startsAt"
            label="Send at"
            input="datetime"
            hint={`Date and time in ${siteTz}, for “Send at this time”.`}
          />
          <div className="actions">
            {/* First, so that Enter in a field sends to nobody else. */}
            <Button name="to" value={SEND_TO_ME} busyText="Sending...">
              Send a test to me
            </Button>
            <Button
              name="to"
              value={SEND_LATER}
              busyText="Planning..."
              variant={isWeekRunning ? "brand" : "plain"}
            >
              Send at this time
            </Button>
            {!isWeekRunning && (
              <Button variant="brand" busyText="Sending...">
                {isOut ? "Send now" : "Send when published"}
              </Button>
            )}
          </div>
        </Form>
      </div>
    </AdminPage>
  );
}
