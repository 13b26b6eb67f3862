import { truncate } from "~/ui/format";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import type { FormScreenData } from "./form-screen.server";

/** What saving an older version would change, and what of it cannot come back. */
export function OlderVersionNote({ who, at, differences, lost }: NonNullable<FormScreenData["restored"]>) {
  const { siteTz } = useRootData();
  return (
    <Note title="An older version">
      <p>
        The form holds what was there before {who} changed it,{" "}
        <Time at={at} style="short-datetime" zone={siteTz} />.{" "}
        {differences.length > 0 ? "Saving it makes it the newest version:" : "That is what is there now."}
      </p>
      <ul className="differences">
        {differences.map(({ label, from, to }) => (
          <li key={label}>
            {label}: {quote(from)} <span aria-hidden="true">→</span>
            <span className="sr">becomes</span> {quote(to)}
          </li>
        ))}
        {lost.map(({ label, reason }) => (
          <li key={label}>
            {label} stays as it is: {reason}
          </li>
        ))}
      </ul>
    </Note>
  );
}

const quote = (text: string) => (text === "" ? "empty" : `“${truncate(text)}”`);
