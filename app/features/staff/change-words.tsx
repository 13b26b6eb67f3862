import type { ChangeEntry } from "~/ui/dashboard";
import type { LoggedChange } from "./changes.queries.server";
import { RESOURCE_NOUNS } from "./nouns";

/** A line of the change log: "Marcus Adeyemi switched the member Bea Lindgren to Premium". */
export function changeEntry(change: LoggedChange): ChangeEntry {
  const { id, at, who, action, resource, recordId, title, to, gone } = change;
  const noun = RESOURCE_NOUNS.get(resource);
  const href = gone ? undefined : noun?.to?.(recordId);
  return {
    ...{ id, at, who },
    what: (
      <>
        {action} the {noun?.one ?? resource} {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
        {to && ` to ${to}`}
      </>
    ),
  };
}

/** The same on the record's own page, where it goes without saying which one is meant. */
export function ownChangeEntry({ id, at, who, action, resource, fields, to }: LoggedChange): ChangeEntry {
  const one = RESOURCE_NOUNS.get(resource)?.one ?? resource;
  const which = action === "edited" && fields ? ` (${fields.join(", ")})` : "";
  return { id, at, who, what: `${action} the ${one}${to ? ` to ${to}` : ""}${which}` };
}
