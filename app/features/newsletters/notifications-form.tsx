import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { Section } from "~/ui/head";
import type { Newsletter } from "./choices.queries.server";
import { SHOWN } from "./choices.rules";
import type { ListedNewsletter } from "./newsletters.queries.server";

/** A newsletter that the reader can choose. */
export type OfferedNewsletter = Pick<ListedNewsletter, "newsletter" | "title" | "hint">;

type NewsletterBoxesProps = {
  offered: readonly OfferedNewsletter[];
  wanted: readonly Newsletter[];
};

/** The boxes of a form that chooses newsletters, see `changedChoices`. */
export const NewsletterBoxes = ({ offered, wanted }: NewsletterBoxesProps) => (
  <>
    <input type="hidden" name={SHOWN} value={wanted.join(" ")} />
    {offered.map(({ newsletter, title, hint }) => (
      <Checkbox
        key={newsletter}
        name={newsletter}
        label={title}
        hint={hint || undefined}
        defaultChecked={wanted.includes(newsletter)}
      />
    ))}
  </>
);

type NotificationsFormProps = NewsletterBoxesProps & { messages: boolean; reminders: boolean };

/** The emails that a member can switch off. */
export const NotificationsForm = ({ offered, wanted, messages, reminders }: NotificationsFormProps) => (
  <div className="section">
    <Section title="Emails" flush>
      <form method="post" className="form">
        <NewsletterBoxes offered={offered} wanted={wanted} />
        <Checkbox
          name="messages"
          label="Messages to members"
          hint="What our team writes to you and others. None without a newsletter."
          defaultChecked={messages}
        />
        <Checkbox
          name="reminders"
          label="Reminders"
          hint="Before your membership ends."
          defaultChecked={reminders}
        />
        <p className="hint">We always email receipts and the links you request.</p>
        <div className="actions">
          <Button variant="brand" busyText="Saving...">
            Save changes
          </Button>
        </div>
      </form>
    </Section>
  </div>
);
