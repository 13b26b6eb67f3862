import type { LoaderFunctionArgs } from "@remix-run/node";
import { SUPPRESSION_REASONS } from "db/entities/suppressed-address";
import { type EntityManager, em } from "db/orm.server";
import { logChange } from "~/admin-kit/change-log.server";
import { isStorable } from "~/admin-kit/field-schema";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import {
  countRefusalsOfUs,
  liftSuppression,
  memberWithAddress,
  suppressAddress,
  suppressionsPage,
} from "~/features/mail/suppressions.queries.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { pageRange, requestedPageNumber } from "~/web/paging";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { requireReader, requireWriter } from "./editions.screen.server";
import { SUPPRESSED_KIND, SUPPRESSED_PATH, suppressionSchema } from "./suppressed.rules";

/** Addresses per page. */
const PAGE_SIZE = 20;

const searched = (request: Request): string => {
  const words = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  return isStorable(words) ? words : "";
};

/** `/admin/newsletters/suppressed`: addresses that could not be reached, and those whose owner complained. */
export async function suppressedScreen(args: LoaderFunctionArgs) {
  const viewer = await requireReader(args);
  const [q, page] = [searched(args.request), requestedPageNumber(args.request)];
  const [listed, refusals] = await Promise.all([
    suppressionsPage(pageRange(page, PAGE_SIZE), q),
    readBesideOr(args, "refusals not counted", countRefusalsOfUs, 0),
  ]);
  return { ...listed, q, page, size: PAGE_SIZE, refusals, mayWrite: can(viewer, "newsletters.write") };
}

/** Suppresses an address, or with `lift` lets emails reach one again. */
export async function suppressedAction(args: LoaderFunctionArgs) {
  const staff = await requireWriter(args);
  return formReply(args, "Nothing was changed.", async ({ values }) => {
    if (values.lift !== undefined) return lift(staff, values.lift, values.reason);
    const { email: address, note: evidence } = parseOrThrow(suppressionSchema, values);
    await em().transactional(async (manager) => {
      if (!(await suppressAddress({ address, evidence }, manager)))
        throw new AppError(409, "Its owner reported spam: it is already suppressed.");
      await logAddress(manager, staff, address, "suppressed");
    });
    return redirectWithToast(SUPPRESSED_PATH, { tone: "good", text: "The address is suppressed." });
  });
}

/** @param seen why the address is suppressed, as the page said */
async function lift(staff: StaffViewer, id: unknown, seen: unknown): Promise<Response> {
  const reason = SUPPRESSION_REASONS.find((each) => each === seen);
  if (typeof id !== "string" || !isUuid(id) || !reason) throw new AppError(404, "Address not found.");
  const address = await em().transactional(async (manager) => {
    const lifted = await liftSuppression({ id, by: staff.fullname, reason }, manager);
    if (lifted) await logAddress(manager, staff, lifted, "lifted the suppression of");
    return lifted;
  });
  return redirectWithToast(
    SUPPRESSED_PATH,
    address === undefined
      ? { tone: "bad", text: "Nothing was changed: somebody lifted it already, or there is a new report." }
      : {
          tone: "good",
          text:
            reason === "complaint"
              ? `${address} can get newsletters again, once its owner chooses them.`
              : `We will email ${address} again.`,
        },
  );
}

/** The log keeps no address: it outlives the account. */
async function logAddress(
  manager: EntityManager,
  staff: StaffViewer,
  address: string,
  verb: "suppressed" | "lifted the suppression of",
): Promise<void> {
  const member = await memberWithAddress(address, manager);
  logChange(
    manager,
    staff,
    member
      ? {
          action:
            verb === "suppressed" ? "suppressed the address of" : "lifted the suppression of the address of",
          resource: "manage-users",
          recordId: member.id,
          recordTitle: member.name,
        }
      : {
          action: verb,
          resource: SUPPRESSED_KIND,
          recordId: SUPPRESSED_KIND,
          recordTitle: "without an account",
        },
  );
}
