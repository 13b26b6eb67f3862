import type { Cell } from "~/admin-kit/cells";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { DASH } from "~/ui/format";
import type { CallState } from "./call-events.rules";
import { stateText } from "./call-is-open.rules";

/** Today in the site's zone, yyyy-mm-dd. */
export const siteDay = (): string => dayIn(config().siteTz, new Date());

/** Whether a record's call is open, with a link to it. @param call `newestCall` of the record */
export function callCell(call: string | null | undefined): Cell {
  if (!call) return { kind: "text", text: DASH };
  const [id, state, lastDay = null] = call.split(" ");
  const text = stateText({ state: state as CallState["state"], lastDay }, siteDay());
  return { kind: "link", text, to: `/admin/calls/${id}` };
}
