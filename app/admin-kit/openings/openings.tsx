import { useEffect, useState } from "react";
import { Note } from "~/ui/message";

/** Who else has the form open, and the address for updates. */
export type Openings = { others: string[]; at: string };

/** How often the form reports that it is open, and loads who else has it. */
const REPORT_EVERY_MS = 60_000;

/** Shows who else has the form open. Without script the list is from when the form was rendered. */
export function OpenedBy({ others: drawn, at }: Openings) {
  const others = useOthers(drawn, at);
  return (
    <div role="status" className={others.length > 0 ? undefined : "sr"}>
      {others.length > 0 && (
        <Note title={others.join(". ")}>
          <p>You can both save. If you both change the same field, you choose which value to keep.</p>
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
      // The last answer stays until the next one arrives.
      const response = await fetch(at, { method: "POST", redirect: "manual" }).catch(() => undefined);
      if (response?.ok) setOthers((await response.json()).others);
    }, REPORT_EVERY_MS);
    return () => clearInterval(timer);
  }, [at]);
  return others;
}
