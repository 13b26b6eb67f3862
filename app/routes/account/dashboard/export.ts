import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { READ_ONLY_VIEW } from "~/auth/read-only-view";
import { requireMember } from "~/auth/viewer.server";
import { memberExport } from "~/features/accounts/export.queries.server";
import { forbidden } from "~/web/replies.server";

/** Downloads a member's own data. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, seenBy } = await requireMember(args);
  if (seenBy) throw forbidden(READ_ONLY_VIEW);
  return json(await memberExport(id), {
    headers: {
      "Content-Disposition": 'attachment; filename="my-account.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
