import { deletionDay, KEEP } from "~/features/accounts/deletion.rules";
import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";

/** On every page of a member whose account is waiting for deletion, in every frame; otherwise null. */
export function KeepAccount({ className = "mb-6" }: { className?: string }) {
  const { deletionRequestedAt, siteTz } = useRootData();
  if (!deletionRequestedAt) return null;
  return (
    <div className={className}>
      <Note tone="warn" title="This account will be deleted">
        <form method="post" action="/dashboard/deletion/cancellation" className="grid gap-3">
          <p>
            You asked us to delete this account. On{" "}
            <Time at={deletionDay(deletionRequestedAt)} style="date" zone={siteTz} /> we will delete it and
            everything in it. To keep it, press this button: signing in is not enough.
          </p>
          <div>
            <Button busyText="Keeping...">{KEEP}</Button>
          </div>
        </form>
      </Note>
    </div>
  );
}
