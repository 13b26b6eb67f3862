import { Button } from "~/ui/button";
import { WEBHOOK_CHANGES, type WebhookChange } from "./webhook-screens.rules";

type ChangeButtonProps = {
  change: Exclude<WebhookChange, "rotate">;
  /** The id of one delivery. */
  delivery?: string;
  /** For screen readers, where several buttons have the same words. */
  about?: string;
};

/** A form of one button on a webhook's page. */
export const ChangeButton = ({ change, delivery, about }: ChangeButtonProps) => (
  <form method="post">
    <input type="hidden" name="change" value={change} />
    {delivery && <input type="hidden" name="delivery" value={delivery} />}
    <Button size={delivery ? "sm" : "md"} busyText={WEBHOOK_CHANGES[change].busy}>
      {WEBHOOK_CHANGES[change].button}
      {about && <span className="sr">: {about}</span>}
    </Button>
  </form>
);
