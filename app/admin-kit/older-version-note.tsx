import { truncate } from "~/ui/format";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import type { FormScreenData } from "./form-screen.server";

/** The changes that restoring an older version would make, and the fields it cannot restore. */
export function OlderVersionNote({ who, at, differences, lost }: NonNullable<FormScreenData["restored"]>) {
  const { siteTz } = useRootData();
  return (
    <Note title="An older version">
      <p>
        The form shows the record as it was before {who} changed it on{" "}
        <Time at={at} style="short-datetime" zone={siteTz} />.{" "}
        {differences.length > 0 ? "Saving makes these changes:" : "It matches the current version."}
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
