import type { ChangeEntry } from "./change-list";
import type { LoggedChange } from "./changes.queries.server";

/** A change without its values. */
type ChangeLine = Omit<LoggedChange, "differences">;

/** A line of the change log: "Marcus Adeyemi switched the member Bea Lindgren to Premium". */
export function changeEntry(change: ChangeLine): ChangeEntry {
  const { id, at, who, action, one, title, href } = change;
  return {
    id,
    at,
    who,
    what: (
      <>
        {action} the {one}{" "}
        {href ? (
          <a href={href}>
            <bdi>{title}</bdi>
          </a>
        ) : (
          <strong>
            <bdi>{title}</bdi>
          </strong>
        )}
        {outcomeText(change)}
      </>
    ),
  };
}

/** The same on the record's page, without its title. */
export function ownChangeEntry(change: ChangeLine): ChangeEntry {
  const { id, at, who, action, one, fields } = change;
  const which = action === "edited" && fields ? ` (${fields.map(fieldWord).join(", ")})` : "";
  return { id, at, who, what: `${action} the ${one}${which}${outcomeText(change)}` };
}

/** The field's API name, except for names that no form uses. */
export const fieldWord = (field: string) => FIELD_WORDS[field] ?? field;

const FIELD_WORDS: Readonly<Record<string, string>> = {
  subscriptionExpiresAt: "access until",
  remindByMail: "reminders",
  narrowing: "what they may do",
  narrowedTo: "permissions",
  passwordLink: "password link",
};

/** The result of a change, and the previous state. */
function outcomeText({ to, was, access }: ChangeLine): string {
  if (access) return `: ${access}`;
  return to ? ` to ${to}${was ? `, was ${was}` : ""}` : "";
}
