import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { Section } from "~/ui/head";
import type { Newsletter } from "./choices.queries.server";
import { SHOWN } from "./choices.rules";
import { ALL_NEWSLETTERS, NEWSLETTER_WORDS } from "./newsletters.rules";

type NewsletterBoxesProps = {
  /** Those that the reader can choose; in the order of all by default. */
  offered?: readonly Newsletter[];
  wanted: readonly Newsletter[];
};

/** The boxes of a form that chooses newsletters, see `changedChoices`. */
export const NewsletterBoxes = ({ offered = ALL_NEWSLETTERS, wanted }: NewsletterBoxesProps) => (
  <>
    <input type="hidden" name={SHOWN} value={wanted.join(" ")} />
    {offered.map((newsletter) => (
      <Checkbox
        key={newsletter}
        name={newsletter}
        label={NEWSLETTER_WORDS[newsletter].title}
        hint={NEWSLETTER_WORDS[newsletter].hint}
        defaultChecked={wanted.includes(newsletter)}
      />
    ))}
  </>
);

type NotificationsFormProps = { wanted: Newsletter[]; reminders: boolean };

/** The emails that a member can switch off. */
export const NotificationsForm = ({ wanted, reminders }: NotificationsFormProps) => (
  <div className="section">
    <Section title="Emails" flush>
      <form method="post" className="form">
        <NewsletterBoxes wanted={wanted} />
        <Checkbox
          name="reminders"
          label="Reminders"
          hint="Before your membership ends."
          defaultChecked={reminders}
        />
        <p className="hint">We always email receipts and links that you ask for.</p>
        <div className="actions">
          <Button variant="brand" busyText="Saving...">
            Save changes
          </Button>
        </div>
      </form>
    </Section>
  </div>
);
