import { ConfirmDialog } from "~/ui/dialog";
import { pluralize } from "~/ui/format";
import { Note } from "~/ui/message";
import type { TierQuestion } from "./tier-question.server";

type TierDialogProps = {
  question: TierQuestion;
  /** The error of the switch. */
  error?: string;
};

/** Confirms a switch that ends a term, because switching back does not restore the term. */
export function TierDialog({ question, error }: TierDialogProps) {
  const { name, to, version, ends, days, backTo } = question;
  return (
    <ConfirmDialog
      question={`Switch ${name} to ${to}?`}
      fields={{ subscription: to, version: String(version) }}
      confirm="Switch"
      busyText="Switching..."
      cancelTo={backTo}
    >
      <div className="grid gap-3">
        {error && <Note tone="warn" title={error} />}
        {ends && (
          <p>
            <strong>{ends} ends now</strong>, {pluralize(days, "day")} early. Switching back does not restore
            the end date.
          </p>
        )}
        <p>
          {to === "Basic"
            ? "Basic members cannot open members-only content. They lose access to it immediately."
            : `${to} starts now, without an end date. You can set one under “Edit member”.`}
        </p>
      </div>
    </ConfirmDialog>
  );
}
