import type { ChangeEntry } from "./change-list";
import type { LoggedChange } from "./changes.queries.server";

/** What a line is made of: values are told elsewhere. */
type Told = Omit<LoggedChange, "differences">;

/** A line of the change log: "Marcus Adeyemi switched the member Bea Lindgren to Premium". */
export function changeEntry(change: Told): ChangeEntry {
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
        {wordsOf(change)}
      </>
    ),
  };
}

/** The same on the record's own page, where it goes without saying which one is meant. */
export function ownChangeEntry(change: Told): ChangeEntry {
  const { id, at, who, action, one, fields } = change;
  const which = action === "edited" && fields ? ` (${fields.map(fieldWord).join(", ")})` : "";
  return { id, at, who, what: `${action} the ${one}${which}${wordsOf(change)}` };
}

/** Fields are named as the API names them, but for what no form calls so. */
export const fieldWord = (field: string) => FIELD_WORDS[field] ?? field;

const FIELD_WORDS: Readonly<Record<string, string>> = {
  subscriptionExpiresAt: "access until",
  remindByMail: "reminders",
};

/** What a change led to, and what there was before. */
function wordsOf({ to, was, access }: Told): string {
  if (access) return `: ${access}`;
  return to ? ` to ${to}${was ? `, was ${was}` : ""}` : "";
}
