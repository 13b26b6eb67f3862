import type { LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { listPath } from "~/admin-kit/list-rows.server";
import { requireChange } from "~/admin-kit/require-change.server";
import { ALL_REQUIRED, registrationSchema } from "~/auth/account.rules";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound, redirectVisit } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { members } from "../members.resource.server";
import { registerByStaff } from "../registration.server";
import { changeReply } from "./change-reply.server";
import { memberPaths } from "./member-paths.server";
import { switchTierByForm } from "./tier.server";

const { form, missing } = members;

const backTo = (request: Request) => listPath(members, request);

const NAME_FIELD = { input: "text", required: true, maxLength: 100, half: true } as const;

/** The empty form of 'Add New User'. */
export async function newMemberScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.write"));
  return {
    heading: form.add.title,
    backTo: backTo(args.request),
    multipart: false,
    version: 0,
    fields: [
      customField({ name: "firstname", label: "First name", ...NAME_FIELD }),
      customField({ name: "lastname", label: "Last name", ...NAME_FIELD }),
      customField({ name: "email", label: "Email", input: "email", required: true, autoComplete: "off" }),
      customField({
        name: "password",
        label: "Password",
        input: "password",
        required: true,
        autoComplete: "new-password",
        hint: "At least 8 characters. The member can change it.",
      }),
    ],
  };
}

/** Adds a member who is active immediately. */
export async function addMember(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  return formReply(args, form.add.failed, async ({ values }) => {
    await registerByStaff(staff, parseOrThrow(registrationSchema, values, ALL_REQUIRED));
    return redirectWithToast(backTo(args.request), { tone: "good", text: form.add.done });
  });
}

/** A GET of a row's subscription redirects to the list. */
export async function rowSubscriptionLoader(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.write"));
  return redirectVisit(args, backTo(args.request));
}

/** Switches a member's tier from the list, then returns to the same list. */
export async function changeRowSubscription(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(missing);
  return changeReply(args, backTo(args.request), async () =>
    switchTierByForm(staff, id, await readSubmission(args.request), (to) =>
      memberPaths(args.request, id).tier(to, "list"),
    ),
  );
}
