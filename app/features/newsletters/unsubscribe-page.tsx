import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import type { Newsletter } from "./choices.queries.server";
import { NEWSLETTER_WORDS, NOTIFICATIONS_PATH } from "./newsletters.rules";

type UnsubscribeProps = {
  newsletter: Newsletter;
  /** The link is one of ours. */
  isKnown: boolean;
  isOn: boolean;
  /** The member has just changed it. */
  isDone: boolean;
};

/** Ends one newsletter without a sign-in. */
export function Unsubscribe({ newsletter, isKnown, isOn, isDone }: UnsubscribeProps) {
  const { title } = NEWSLETTER_WORDS[newsletter];
  if (!isKnown)
    return (
      <Note tone="bad" title="This link is not complete.">
        <p>
          Open it from the email again, or <a href={NOTIFICATIONS_PATH}>choose your emails</a> in your
          account.
        </p>
      </Note>
    );
  return (
    <div className="grid gap-5">
      {isDone && (
        <Note
          tone="good"
          title={
            isOn
              ? `You get \u201c${title}\u201d by email again.`
              : `You no longer get \u201c${title}\u201d by email.`
          }
        />
      )}
      {!isDone && !isOn && <p>You do not get “{title}” by email.</p>}
      {!isDone && isOn && <p>You get “{title}” by email. Your other emails stay as they are.</p>}
      <form method="post" className="actions">
        {!isOn && <input type="hidden" name="again" value="yes" />}
        <Button busyText="Saving..." variant={isOn ? "brand" : "plain"}>
          {isOn ? "Unsubscribe" : "Subscribe again"}
        </Button>
      </form>
      <p className="meta">
        <a href={NOTIFICATIONS_PATH}>Choose all your emails</a>. You will need to sign in.
      </p>
    </div>
  );
}
