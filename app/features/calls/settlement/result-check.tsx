import { Button } from "~/ui/button";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";

/** A difference between prices and a result, and who confirmed the result. */
export type ResultCheckData = { says: string; confirmed?: { by: string; at: Date | string } };

type ResultCheckProps = ResultCheckData & { mayConfirm: boolean; version: number; zone: string };

/** Shows the difference between a result and current prices, with a button that confirms it for people who may. */
export function ResultCheck({ says, confirmed, mayConfirm, version, zone }: ResultCheckProps) {
  const title = `Current prices give a different result: ${says}`;
  if (confirmed)
    return (
      <Note title={title}>
        {confirmed.by} confirmed the recorded result on{" "}
        <Time at={confirmed.at} style="datetime" zone={zone} />.
      </Note>
    );
  if (!mayConfirm) return <Note tone="warn" title={title} />;
  return (
    <Note tone="warn" title={title}>
      <p>Nothing changes automatically. Correct the result below, or confirm it.</p>
      <form method="post">
        <input type="hidden" name="confirm" value={says} />
        <input type="hidden" name="version" value={version} />
        <Button size="sm" busyText="Confirming...">
          Confirm the result
        </Button>
      </form>
    </Note>
  );
}
