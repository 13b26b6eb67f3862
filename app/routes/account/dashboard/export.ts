import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { memberExport } from "~/features/accounts/export.queries.server";
import { requireMember } from "~/features/auth/viewer.server";

/** A member's own data as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  return json(await memberExport(id), {
    headers: {
      "Content-Disposition": 'attachment; filename="my-account.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
