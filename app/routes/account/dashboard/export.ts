import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { ONLY_LOOKING } from "~/auth/only-looking";
import { requireMember } from "~/auth/viewer.server";
import { memberExport } from "~/features/accounts/export.queries.server";
import { forbidden } from "~/web/replies.server";

/** A member's own data as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, seenBy } = await requireMember(args);
  if (seenBy) throw forbidden(ONLY_LOOKING);
  return json(await memberExport(id), {
    headers: {
      "Content-Disposition": 'attachment; filename="my-account.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
