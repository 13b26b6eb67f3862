import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { destinationsFor } from "~/features/staff/go-to.server";

/** Rows of the drop-down. */
const MAX_SUGGESTIONS = 12;

/** Suggestions for the search box of the back-office. */
export const loader = async (args: LoaderFunctionArgs) => {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const typed = new URL(args.request.url).searchParams.get("q") ?? "";
  const found = (await destinationsFor(args, viewer, typed)).slice(0, MAX_SUGGESTIONS);
  const results = found.map((destination) => ({ id: destination.link, ...destination }));
  return json({ results }, { headers: { "Cache-Control": "private, no-store" } });
};
