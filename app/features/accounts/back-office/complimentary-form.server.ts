import type { LoaderFunctionArgs } from "@remix-run/node";
import { type EntityManager, em } from "db/orm.server";
import { type Complimentary, giveAccess } from "~/access/complimentary.server";
import { type MemberAccount, memberById } from "~/access/member-account.queries.server";
import { logChange } from "~/admin-kit/change-log.server";
import { fieldData } from "~/admin-kit/field-data.server";
import { choice, flag, optionalDay, optionalText, toOptions } from "~/admin-kit/fields.server";
import type { FormScreenData } from "~/admin-kit/form-screen.server";
import { parseSubmission } from "~/admin-kit/parse-submission.server";
import { requireChange } from "~/admin-kit/require-change.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { accessGivenMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { invalidFields } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { addNote } from "../member-notes.server";
import { members } from "../members.resource.server";
import { memberPaths } from "./member-paths.server";

const TIERS = ["Premium", "Private"] as const;

const FIELDS = {
  tier: choice("tier", { label: "Tier", options: toOptions(TIERS), input: "radio", initial: "Premium" }),
  lastDay: { ...optionalDay("lastDay", { label: "Last day" }), required: true },
  reason: optionalText("reason", {
    label: "Why",
    maxLength: 500,
    hint: "Saved as a note. The member does not see it on the site, but their data download includes it.",
  }),
  tell: flag("tell", { label: "Notify the member by email", initial: true }),
};
const ALL = Object.values(FIELDS);

const FAILED = "Failed to give access";

/** @throws 404 */
async function requireMember({ params: { id } }: LoaderFunctionArgs): Promise<MemberAccount> {
  const member = isUuid(id) ? await memberById(id) : undefined;
  if (!member) throw notFound(members.missing);
  return member;
}

const nameOf = ({ firstname, lastname }: MemberAccount) => `${firstname} ${lastname}`;

/** The form over a member's page that gives a tier for a time, free of charge. */
export async function complimentaryForm(args: LoaderFunctionArgs): Promise<FormScreenData> {
  await requireStaff(args, rolesWith("members.write"));
  const member = await requireMember(args);
  const hint = `Access ends automatically at the end of this day, ${config().siteTz} time. The member pays nothing.`;
  return {
    heading: "Give temporary access",
    backTo: memberPaths(args.request, member.id).page,
    multipart: false,
    version: 0,
    about: { title: nameOf(member) },
    fields: [
      fieldData(FIELDS.tier, "Premium"),
      fieldData({ ...FIELDS.lastDay, hint }, ""),
      fieldData(FIELDS.reason, ""),
      fieldData(FIELDS.tell, "on"),
    ],
  };
}

type Gift = { tier: Complimentary["tier"]; lastDay: string | null; reason: string | null; tell: boolean };

/** Gives the access with its log entry, note and optional email, in one transaction. */
export async function giveComplimentary(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const member = await requireMember(args);
  return formReply(args, FAILED, async (submission) => {
    const { values } = await parseSubmission({ fields: ALL }, submission, "create");
    const agreed = submission.values.confirmed === "on";
    const until = await em().transactional((manager) =>
      giveAndLog(manager, staff, member, values as Gift, agreed),
    );
    const day = formatTime(until, "date", config().siteTz);
    return redirectWithToast(memberPaths(args.request, member.id).page, {
      tone: "good",
      text: `${nameOf(member)} has ${values.tier} until ${day}`,
    });
  });
}

async function giveAndLog(
  manager: EntityManager,
  staff: StaffViewer,
  member: MemberAccount,
  { tier, lastDay, reason, tell }: Gift,
  agreed: boolean,
): Promise<Date> {
  if (lastDay === null) {
    throw invalidFields({ lastDay: "Last day is required" });
  }
  const given = await giveAccess(manager, member.id, { tier, lastDay }, agreed);
  if (!given) throw notFound(members.missing);
  const { before, until } = given;
  logChange(manager, staff, {
    action: "gave access to",
    resource: members.path,
    recordId: member.id,
    recordTitle: nameOf(member),
    recordVersion: before.version + 1,
    detail: {
      fields: ["subscription", "subscriptionExpiresAt"],
      from: before.tier,
      to: tier,
      until: { from: before.until?.toISOString() ?? null, to: until.toISOString() },
    },
  });
  const { siteName, siteTz } = config();
  const words = `${tier} until ${formatTime(until, "date", siteTz)}, free of charge`;
  await addNote(manager, staff, member.id, reason === null ? `${words}.` : `${words}: ${reason}`);
  if (tell && member.status === "active") {
    const content = accessGivenMail(siteName, { firstname: member.firstname, tier, until }, siteTz);
    const dedupeKey = `access-given:${member.id}:${until.toISOString()}:${tier}:${before.version}`;
    await queueMail(manager, { to: member.email, content, dedupeKey });
  }
  return until;
}
