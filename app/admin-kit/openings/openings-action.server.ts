import { type ActionFunctionArgs, json } from "@remix-run/node";
import { requireStaff } from "~/features/auth/viewer.server";
import { apiAction } from "~/web/api-replies.server";
import type { Changeable, ManagedRecord } from "../resource.server";
import { requireRow } from "../submit.server";
import { formStillOpen } from "./openings.server";

/** `/admin/openings/{kind}/{id}`: a form says that it is open, and is told who else has it. */
export const openingsAction = <Row extends ManagedRecord>(
  resource: Changeable<Row>,
  args: ActionFunctionArgs,
) =>
  apiAction(
    args,
    ["POST"],
    async () => {
      const staff = await requireStaff(args, resource.roles.write);
      const { id } = await requireRow(resource, staff, args.params.id);
      return json({ others: await formStillOpen(resource.path, id, staff) });
    },
    "Who else has this form open could not be read.",
  );
