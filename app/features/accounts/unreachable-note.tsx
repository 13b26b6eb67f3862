import type { Suppression } from "~/features/mail/suppressions.queries.server";
import { Button } from "~/ui/button";
import { Note } from "~/ui/message";

/** Where a member asks for another try. */
export const RETRY_PATH = "/dashboard/email-retry";

type UnreachableNoteProps = { email: string; reason: Suppression["reason"] };

/** Tells a member that their address gets only what they ask for, and what they can do. */
export const UnreachableNote = ({ email, reason }: UnreachableNoteProps) => (
  <Note tone="warn" title="We can’t reach you at this address">
    {reason === "soft" || reason === "hard" ? (
      <>
        <p>
          Emails to <span className="wrap-anywhere">{email}</span> bounced, so we no longer send newsletters,
          reminders or price alerts there. <a href="/dashboard/email">Change your email</a>, or try again if
          it now works.
        </p>
        <form method="post" action={RETRY_PATH} className="actions">
          <Button busyText="Saving...">Try again</Button>
        </form>
      </>
    ) : (
      <p>
        {reason === "complaint"
          ? "One of our emails to you was reported as spam, so we no longer send newsletters, reminders or price alerts to this address."
          : "Our staff stopped newsletters, reminders and price alerts to this address."}{" "}
        <a href="/contact">Contact us</a> if you want them again.
      </p>
    )}
  </Note>
);
