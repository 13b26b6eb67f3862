import type { LoaderFunctionArgs } from "@remix-run/node";
import { isId } from "~/admin-kit/find.server";
import { question, submitForm } from "~/admin-kit/form.server";
import { listStateOf } from "~/admin-kit/list-screen.server";
import { writeListState } from "~/admin-kit/list-state";
import { DESK, requireStaff } from "~/features/auth/viewer.server";
import { understood } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { ALL_FIELDS, registration } from "../account.rules";
import { members } from "../members.resource.server";
import { registerByStaff } from "../registration.server";
import { placesOf } from "./paths.server";
import { sayOf } from "./respond.server";
import { switchByForm } from "./tier.server";

const { failed, done, missing } = members.texts;

const backTo = (request: Request) => `/admin/manage-users${writeListState(listStateOf(members, request))}`;

const NAME = { input: "text", required: true, maxLength: 100, half: true } as const;

/** The empty form of 'Add New User'. */
export async function newMemberScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, DESK);
  return {
    heading: members.names.add,
    backTo: backTo(args.request),
    multipart: false,
    version: 0,
    fields: [
      question({ name: "firstname", label: "First name", ...NAME }),
      question({ name: "lastname", label: "Last name", ...NAME }),
      question({ name: "email", label: "Email", input: "email", required: true, autoComplete: "off" }),
      question({
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

/** Adds a member who is active at once. */
export async function addMember(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, DESK);
  return submitForm(args, failed.add, async ({ values }) => {
    await registerByStaff(staff, understood(registration, values, ALL_FIELDS));
    return redirectWithToast(backTo(args.request), { tone: "good", text: done.add });
  });
}

/** Switches the member whom the list's `?subscription=` names, and goes back to the list as it was. */
export async function switchInList(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, DESK);
  const id = new URL(args.request.url).searchParams.get("subscription") ?? undefined;
  if (!isId(id)) throw notFound(missing);
  return sayOf(args, backTo(args.request), async () =>
    switchByForm(staff, id, await readSubmission(args.request), (to) =>
      placesOf(args.request, id).tier(to, "list"),
    ),
  );
}
