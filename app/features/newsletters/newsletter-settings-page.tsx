import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button, LinkButton } from "~/ui/button";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { ownNewsletterSchema, senderSchema } from "./newsletter-settings.rules";
import type { newsletterSettingsScreen } from "./newsletter-settings.screen.server";
import { EDITIONS_PATH, isOwn } from "./newsletters.rules";

export const addNewsletterMeta: MetaFunction = (args) => adminMeta(args, "Add a newsletter");

export const newsletterSettingsMeta: MetaFunction = (args) => {
  const screen = args.data as ReturnType<typeof useLoaderData<typeof newsletterSettingsScreen>> | undefined;
  return adminMeta(args, screen?.title);
};

/** Adds a newsletter for articles. */
export const AddNewsletterPage = () => (
  <AdminPage>
    <AdminHead title="Add a newsletter" crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }]} />
    <div className="grid gap-4 max-w-form">
      <SettingsError />
      <p>It sends articles that you choose. Members and other readers receive it once they subscribe.</p>
      <Form schema={ownNewsletterSchema} className="form">
        <OwnFields />
        <SenderFields />
        <div className="actions">
          <SubmitButton busyText="Adding...">Add the newsletter</SubmitButton>
          <LinkButton to={EDITIONS_PATH}>Cancel</LinkButton>
        </div>
      </Form>
    </div>
  </AdminPage>
);

/** The settings of one newsletter. */
export function NewsletterSettingsPage() {
  const { newsletter, title, values, hasEnded } = useLoaderData<typeof newsletterSettingsScreen>();
  const own = isOwn(newsletter);
  return (
    <AdminPage>
      <AdminHead
        title={<span className="wrap-anywhere">{title}</span>}
        crumbs={[{ label: "Newsletters", to: EDITIONS_PATH }]}
      />
      <div className="grid gap-4 max-w-form">
        <SettingsError />
        {hasEnded ? (
          <Ended />
        ) : (
          <>
            <Form schema={own ? ownNewsletterSchema : senderSchema} values={values} className="form">
              {own && <OwnFields />}
              <SenderFields />
              <div className="actions">
                <SubmitButton busyText="Saving...">Save changes</SubmitButton>
                <LinkButton to={EDITIONS_PATH}>Cancel</LinkButton>
              </div>
            </Form>
            {own && (
              <Section title="End this newsletter" flush>
                <form method="post" className="form">
                  <p>
                    Readers can no longer choose it, and nothing more is sent. Its editions stay in the list,
                    and you can start it again.
                  </p>
                  <div className="actions">
                    <Button variant="danger" name="change" value="end" busyText="Ending...">
                      End the newsletter
                    </Button>
                  </div>
                </form>
              </Section>
            )}
          </>
        )}
      </div>
    </AdminPage>
  );
}

const Ended = () => (
  <form method="post" className="form">
    <p>
      This newsletter has ended. If you start it again within 90 days, its readers receive it as before; after
      that, only members do.
    </p>
    <div className="actions">
      <Button variant="brand" name="change" value="reopen" busyText="Starting...">
        Start it again
      </Button>
      <LinkButton to={EDITIONS_PATH}>Cancel</LinkButton>
    </div>
  </form>
);

function SettingsError() {
  const error = useFormError();
  return error ? <Note tone="bad" title={error.message} /> : null;
}

const OwnFields = () => (
  <>
    <FormField name="title" label="Name" required />
    <FormField name="hint" label="What readers get" hint="Shown where readers choose their newsletters." />
  </>
);

const SenderFields = () => (
  <>
    <FormField name="senderName" label="Sender’s name" hint="Leave both empty for the site’s usual sender." />
    <FormField
      name="senderAddress"
      label="Sender’s address"
      input="email"
      hint="Your mail server must be allowed to send for its domain."
    />
  </>
);
