import { subscriptionSchema } from "~/auth/account.rules";
import { Button, LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { Note } from "~/ui/message";
import { Form, SubmitButton, useFormError, useFormState } from "~/web/form";
import { FormField } from "~/web/form-field";
import { isTicked } from "./choices.rules";
import { isOwn, NEWSLETTERS_PATH } from "./newsletters.rules";
import type { OfferedNewsletter } from "./notifications-form";

/** Subscribes a reader without an account; the link in an email confirms it. */
export function SubscriptionForm({ offered }: Offered) {
  const error = useFormError();
  return (
    <>
      {error && <Note tone="bad" title={error.message} />}
      <Form schema={subscriptionSchema} className="form">
        <Boxes offered={offered} />
        <FormField name="email" label="Email" input="email" autoComplete="email" required />
        <SubmitButton busyText="Sending..." block>
          Subscribe
        </SubmitButton>
      </Form>
      <p className="text-sm">
        Do you have an account? <a href="/login">Sign in</a> to choose your emails there.
      </p>
    </>
  );
}

type Offered = { offered: readonly OfferedNewsletter[] };

/** Those of every site are ticked until the reader has chosen. */
function Boxes({ offered }: Offered) {
  const { values } = useFormState();
  const isFresh = values.email === undefined;
  return offered.map(({ newsletter, title, hint }) => (
    <Checkbox
      key={newsletter}
      name={newsletter}
      label={title}
      hint={hint || undefined}
      defaultChecked={isFresh ? !isOwn(newsletter) : isTicked(values, newsletter)}
    />
  ));
}

export const CheckInbox = () => (
  <Note tone="good" title="Check your inbox.">
    <p>
      Open the link in our email to confirm that the address is yours. No email? Check your spam folder, or{" "}
      <a href={NEWSLETTERS_PATH}>try again</a>.
    </p>
  </Note>
);

type ConfirmationProps = {
  /** Undefined if the link is not ours, or too old. */
  titles: readonly string[] | undefined;
  /** The reader has just confirmed. */
  isDone: boolean;
};

/** Opened from the email that asks a subscriber to confirm. */
export function Confirmation({ titles, isDone }: ConfirmationProps) {
  if (!titles)
    return (
      <Note tone="bad" title="This link no longer works.">
        <p>
          <a href={NEWSLETTERS_PATH}>Subscribe again</a> to get a new one.
        </p>
      </Note>
    );
  const named = titles.join(", ");
  if (isDone)
    return (
      <div className="grid gap-5">
        <Note tone="good" title="Your address is confirmed.">
          <p>{`You are subscribed to: ${named}.`}</p>
        </Note>
        <p>With a free account you can also watch companies and save articles.</p>
        <LinkButton to="/register" variant="brand" block>
          Create a free account
        </LinkButton>
      </div>
    );
  return (
    <form method="post" className="grid gap-5">
      <p>{`You will be subscribed to: ${named}.`}</p>
      <Button variant="brand" busyText="Confirming..." block>
        Confirm
      </Button>
    </form>
  );
}
