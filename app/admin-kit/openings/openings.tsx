import { useEffect, useState } from "react";
import { Note } from "~/ui/message";

/** Who else has a form open, as it was drawn, and where its script asks again. */
export type Openings = { others: string[]; at: string };

/** As often the server is told that the form is still open, and tells who else has it. */
const REPORT_EVERY_MS = 60_000;

/** Who else has the form open; nothing while nobody has. Without script it is as it was when the form was drawn. */
export function OpenedBy({ others: drawn, at }: Openings) {
  const others = useOthers(drawn, at);
  return (
    <div role="status" className={others.length > 0 ? undefined : "sr"}>
      {others.length > 0 && (
        <Note title={others.join(". ")}>
          <p>You can both save. If you both changed one field, you choose.</p>
        </Note>
      )}
    </div>
  );
}

function useOthers(drawn: string[], at: string): string[] {
  const [others, setOthers] = useState(drawn);
  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      // What was said last stays, until somebody answers.
      const response = await fetch(at, { method: "POST", redirect: "manual" }).catch(() => undefined);
      if (response?.ok) setOthers((await response.json()).others);
    }, REPORT_EVERY_MS);
    return () => clearInterval(timer);
  }, [at]);
  return others;
}
