import type { LoaderFunctionArgs } from "@remix-run/node";
import { sentVersion } from "~/admin-kit/delete-screen.server";
import { listPath } from "~/admin-kit/list-rows.server";
import { removeById } from "~/admin-kit/submit.server";
import { requireStaff } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { instruments } from "./instruments.resource.server";

/** PostgreSQL's code for a row that another one references. */
const FOREIGN_KEY_VIOLATION = "23503";

const IN_USE = "Nothing was deleted: records, calls or a former symbol still lead to this instrument.";

/** Deletes the instrument of the list's `?delete=`, unless something references it. */
export async function deleteInstrumentAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, instruments.roles.remove);
  const { failed, done } = instruments.removal;
  const id = new URL(args.request.url).searchParams.get("delete") ?? undefined;
  return pageReply(args, failed, async () => {
    try {
      await removeById(instruments, staff, id, { version: await sentVersion(args.request) });
    } catch (error) {
      throw isInUse(error) ? new AppError(409, IN_USE) : error;
    }
    return redirectWithToast(listPath(instruments, args.request), { tone: "good", text: done });
  });
}

const isInUse = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === FOREIGN_KEY_VIOLATION;
