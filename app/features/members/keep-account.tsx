import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { deletionDay } from "./deletion.rules";

/** Told on every page of an account that will be deleted, with the one button that stops it. */
export function KeepAccount({ requestedAt, zone }: { requestedAt: Date; zone: string }) {
  return (
    <Note tone="warn" title="This account will be deleted">
      <form method="post" action="/dashboard/delete?keep" className="grid gap-3">
        <p>
          You asked us to delete it. On <Time at={deletionDay(requestedAt)} style="date" zone={zone} /> it is
          removed with everything in it.
        </p>
        <Button busyText="Keeping...">Keep my account</Button>
      </form>
    </Note>
  );
}
