import { ErrorSummary } from "~/ui/error-summary";
import { Facts } from "~/ui/facts";
import type { FormErrorData } from "~/web/form-replies.server";

const LABELS = { on: "Day", price: "Price", reason: "Reason", note: "Note" };

/** Replaces the form if someone else closed the call first. Shows the reason and the typed values. */
export function NothingClosed({ refused }: { refused: FormErrorData }) {
  const typed = Object.entries(LABELS).flatMap(([name, label]) => {
    const value = refused.repopulateFields[name];
    return value ? [{ label, value }] : [];
  });
  return (
    <div className="mb-8">
      <ErrorSummary
        title={refused.message}
        errors={[]}
        hint="Your input is below, so that you can copy it."
      />
      <Facts items={typed} />
    </div>
  );
}
