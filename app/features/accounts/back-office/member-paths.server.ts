import { requestedListState } from "~/admin-kit/list-rows.server";
import { withParam, writeListState } from "~/admin-kit/list-state";
import { members } from "../members.resource.server";

/** A change that one button makes. */
type MemberPart =
  | ("subscription" | "status" | "verification" | "deletion" | "deletion/cancellation")
  | ("devices" | "labels" | "mails" | "password-link" | "view");

/** The addresses below a member's page; each keeps the list's search. */
export function memberPaths(request: Request, id: string) {
  const search = writeListState(requestedListState(members.listing, request));
  const page = `/admin/manage-users/${id}`;
  return {
    list: `/admin/manage-users${search}`,
    page: page + search,
    edit: `${page}/edit${search}`,
    ask: page + withParam(search, "delete", id),
    /** The address that changes one property of the member. */
    part: (noun: MemberPart) => `${page}/${noun}${search}`,
    /** The empty note form. */
    note: `${page}/notes${search}`,
    /** The confirmation before a note is deleted. */
    noteRemoval: (noteId: string) => `${page}/notes/${noteId}/deletion${search}`,
    /** The form that gives complimentary access. */
    complimentary: `${page}/complimentary${search}`,
    /** The confirmation before a switch ends a term. @param from the page to return to */
    tier: (to: string, from: "list" | "page") =>
      `${page}/tier${withParam(withParam(search, "to", to), "from", from)}`,
  };
}
