import { Button } from "~/ui/button";
import { Section } from "~/ui/head";
import { Note } from "~/ui/message";
import type { Newsletter } from "./choices.queries.server";
import { NEWSLETTERS_PATH, NOTIFICATIONS_PATH } from "./newsletters.rules";
import { NewsletterBoxes, type OfferedNewsletter } from "./notifications-form";

type UnsubscribeProps = {
  newsletter: Newsletter;
  title: string;
  hasEnded: boolean;
  /** The link is one of ours. */
  isKnown: boolean;
  /** The newsletters that the reader can choose, and those that they get. */
  offered: readonly OfferedNewsletter[];
  wanted: readonly Newsletter[];
  /** What the reader has just changed: the newsletter of the link, or any. */
  change: "none" | "one" | "all";
};

/** Ends one newsletter without a sign-in, and offers the choice of all. */
export function Unsubscribe({
  newsletter,
  title,
  hasEnded,
  isKnown,
  offered,
  wanted,
  change,
}: UnsubscribeProps) {
  if (!isKnown)
    return (
      <Note tone="bad" title="This link does not work.">
        <p>
          Open the link in our latest email, <a href={NOTIFICATIONS_PATH}>choose your emails</a> in your
          account, or <a href={NEWSLETTERS_PATH}>subscribe</a>.
        </p>
      </Note>
    );
  const isOn = wanted.includes(newsletter);
  return (
    <div className="grid gap-5">
      {change === "all" && <Note tone="good" title="Your choice was saved." />}
      {change === "one" && (
        <Note
          tone="good"
          title={
            isOn
              ? `You are subscribed to \u201c${title}\u201d again.`
              : `You are no longer subscribed to \u201c${title}\u201d.`
          }
        />
      )}
      {hasEnded && <p>{`\u201c${title}\u201d has ended.`}</p>}
      {change === "none" && !isOn && !hasEnded && <p>You are not subscribed to “{title}”.</p>}
      {change === "none" && isOn && (
        <p>You are subscribed to “{title}”. Your other emails stay as they are.</p>
      )}
      {!hasEnded && (
        <form method="post" className="actions">
          {!isOn && <input type="hidden" name="again" value="yes" />}
          <Button busyText="Saving..." variant={isOn ? "brand" : "plain"}>
            {isOn ? "Unsubscribe" : "Subscribe again"}
          </Button>
        </form>
      )}
      <Section title="All your newsletters" flush>
        <form method="post" className="form">
          <NewsletterBoxes offered={offered} wanted={wanted} />
          <div className="actions">
            <Button busyText="Saving...">Save changes</Button>
          </div>
        </form>
      </Section>
    </div>
  );
}
