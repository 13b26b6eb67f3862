import { requestedListState } from "~/admin-kit/list-rows.server";
import { withParam, writeListState } from "~/admin-kit/list-state";
import { members } from "../members.resource.server";

/** What is changed with one button. */
type MemberPart =
  | ("subscription" | "status" | "verification" | "deletion" | "deletion/cancellation")
  | ("devices" | "mails" | "view");

/** The addresses around a member's page; each keeps the list as it was. */
export function memberPaths(request: Request, id: string) {
  const search = writeListState(requestedListState(members.listing, request));
  const page = `/admin/manage-users/${id}`;
  return {
    list: `/admin/manage-users${search}`,
    page: page + search,
    edit: `${page}/edit${search}`,
    ask: page + withParam(search, "delete", id),
    /** Where a change of one thing about the member is posted to. */
    part: (noun: MemberPart) => `${page}/${noun}${search}`,
    /** The empty form of a note. */
    note: `${page}/notes${search}`,
    /** Where it is asked whether a note may go. */
    noteRemoval: (noteId: string) => `${page}/notes/${noteId}/deletion${search}`,
    /** The form that gives access for nothing. */
    complimentary: `${page}/complimentary${search}`,
    /** Where it is asked whether a switch may end a term. @param from where the answer leads back to */
    tier: (to: string, from: "list" | "page") =>
      `${page}/tier${withParam(withParam(search, "to", to), "from", from)}`,
  };
}
