import { type ActionFunctionArgs, data } from "@remix-run/node";
import { PUBLICATION_STATUSES } from "db/columns";
import { z } from "zod";
import { requireStaff } from "~/features/auth/viewer.server";
import {
  type AppError,
  catchAppError,
  errorMessage,
  errorResponseInit,
  parseOrThrow,
} from "~/web/errors.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { publicationField } from "./fields.server";
import { deleteAction, listStateOf } from "./list-screen.server";
import { PUBLISH, writeListState } from "./list-state";
import type { ManagedRecord, Resource } from "./resource.server";
import { saveSubmission } from "./submit.server";

/** What the button of a row sends: where the record shall stand, and the version that the list showed. */
const publishSchema = z.object({
  status: z.enum(PUBLICATION_STATUSES),
  version: z.string().regex(/^[1-9]\d{0,8}$/),
});

const DONE_MESSAGES = { published: "published successfully", draft: "unpublished successfully" } as const;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** What is posted to a list: `?publish={id}` publishes or unpublishes that record, `?delete={id}` deletes it. */
export const listAction = <Row extends ManagedRecord>(resource: Resource<Row>, args: ActionFunctionArgs) => {
  const publishes = new URL(args.request.url).searchParams.has(PUBLISH);
  return publishes && publicationField(resource)
    ? publishAction(resource, args)
    : deleteAction(resource, args);
};

/** Goes back to the list as it was, at the same row. */
async function publishAction<Row extends ManagedRecord>(resource: Resource<Row>, args: ActionFunctionArgs) {
  const staff = await requireStaff(args, resource.roles.write);
  const { request } = args;
  const { names, texts } = resource;
  const id = new URL(request.url).searchParams.get(PUBLISH) ?? undefined;
  const { values } = await readSubmission(request);
  const handle = async () => {
    const change = parseOrThrow(publishSchema, values);
    // As JSON: what is not named keeps its value, a check box, too.
    const submission = {
      format: "json",
      values: { ...change, version: Number(change.version) },
      files: {},
    } as const;
    const outcome = await saveSubmission(resource, staff, submission, "update", { id });
    if ("conflict" in outcome) return data({ failed: changedMeanwhile(names.one) }, { status: 409 });
    const back = `/admin/${resource.path}${writeListState(listStateOf(resource, request))}#row-${outcome.saved.id}`;
    return redirectWithToast(back, {
      tone: "good",
      text: `${capital(names.one)} ${DONE_MESSAGES[change.status]}`,
    });
  };
  return catchAppError(args, texts.failed.update, handle, unchanged);
}

const changedMeanwhile = (one: string) =>
  `Somebody else changed this ${one} after the list was drawn. Nothing was changed: please look at it again.`;

/** The list again, with why nothing was changed. */
const unchanged = (error: AppError) => data({ failed: errorMessage(error) }, errorResponseInit(error));
