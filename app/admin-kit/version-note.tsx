import { truncate } from "~/ui/format";
import { Note } from "~/ui/message";
import type { FormScreenData } from "./form-screen.server";

/** How the form's values differ from the record's: an older version, or a working copy. */
export function VersionNote({ title, text, differences, lost, link }: NonNullable<FormScreenData["note"]>) {
  return (
    <Note title={title}>
      <p>{text}</p>
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
      {link && <a href={link.to}>{link.label}</a>}
    </Note>
  );
}

const quote = (text: string) => (text === "" ? "empty" : `“${truncate(text)}”`);
