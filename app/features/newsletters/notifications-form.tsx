import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { Section } from "~/ui/head";
import type { Newsletter } from "./choices.queries.server";
import { ALL_NEWSLETTERS, NEWSLETTER_WORDS } from "./newsletters.rules";

type NotificationsFormProps = { wanted: Newsletter[]; reminders: boolean };

/** The emails that a member can switch off. */
export const NotificationsForm = ({ wanted, reminders }: NotificationsFormProps) => (
  <div className="section">
    <Section title="Emails" flush>
      <form method="post" className="form">
        <input type="hidden" name="shown" value={wanted.join(" ")} />
        {ALL_NEWSLETTERS.map((newsletter) => (
          <Checkbox
            key={newsletter}
            name={newsletter}
            label={NEWSLETTER_WORDS[newsletter].title}
            hint={NEWSLETTER_WORDS[newsletter].hint}
            defaultChecked={wanted.includes(newsletter)}
          />
        ))}
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
