import type { ActionFunctionArgs } from "@remix-run/node";
import { PUBLICATION_STATUSES } from "db/columns";
import { z } from "zod";
import { requireStaff } from "~/features/auth/viewer.server";
import { AppError, pageReply, parseOrThrow } from "~/web/errors.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { publicationField } from "./fields.server";
import { deleteAction, listPath } from "./list-screen.server";
import { PUBLISH } from "./list-state";
import type { Editable, ManagedRecord, Removable, StoredList } from "./resource.server";
import { saveSubmission } from "./submit.server";

/** What the button of a row sends: where the record shall stand, and the version that the list showed. */
const publishSchema = z.object({
  status: z.enum(PUBLICATION_STATUSES),
  version: z.string().regex(/^[1-9]\d{0,8}$/),
});

const DONE_MESSAGES = { published: "published successfully", draft: "unpublished successfully" } as const;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** What is posted to a list: `?publish={id}` publishes or unpublishes that record, `?delete={id}` deletes it. */
export const listAction = <Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row> & Removable<Row>,
  args: ActionFunctionArgs,
) => {
  const publishes = new URL(args.request.url).searchParams.has(PUBLISH);
  return publishes && publicationField(resource.form)
    ? publishAction(resource, args)
    : deleteAction(resource, args);
};

/** Goes back to the list as it was, at the same row. */
async function publishAction<Row extends ManagedRecord>(
  resource: StoredList<Row> & Editable<Row>,
  args: ActionFunctionArgs,
) {
  const staff = await requireStaff(args, resource.roles.write);
  const { request } = args;
  const { singular, form } = resource;
  const id = new URL(request.url).searchParams.get(PUBLISH) ?? undefined;
  const { values } = await readSubmission(request);
  return pageReply(args, form.update.failed, async () => {
    const change = parseOrThrow(publishSchema, values);
    // As JSON: what is not named keeps its value, a check box, too.
    const submission = {
      format: "json",
      values: { ...change, version: Number(change.version) },
      files: {},
    } as const;
    const saved = await saveSubmission(resource, staff, submission, "update", { id }).catch(
      inWordsOfTheList(singular),
    );
    const back = `${listPath(resource, request)}#row-${saved.id}`;
    return redirectWithToast(back, {
      tone: "good",
      text: `${capital(singular)} ${DONE_MESSAGES[change.status]}`,
    });
  });
}

/** There is no form to show both values in: what was changed meanwhile is in the list. */
const inWordsOfTheList = (singular: string) => (error: unknown) => {
  if (!(error instanceof AppError && error.details.conflict)) throw error;
  throw new AppError(
    409,
    `Somebody else changed this ${singular} after the list was drawn. Nothing was changed: please look at it again.`,
  );
};
