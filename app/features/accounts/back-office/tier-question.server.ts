import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { effectiveEntitlementOf } from "~/access/effective-entitlement.server";
import { entitlementText, losesTerm } from "~/access/term.rules";
import { requireChange } from "~/admin-kit/require-change.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { daysLeft } from "~/ui/dates";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import { members } from "../members.resource.server";
import { changeReply } from "./change-reply.server";
import { memberPaths } from "./member-paths.server";
import { switchTierByForm, tierSchema } from "./tier.server";

const requestParams = (request: Request) => new URL(request.url).searchParams;

/** Where the answer returns to: the list, or the member's page. */
function backFrom(request: Request, id: string): string {
  const { list, page } = memberPaths(request, id);
  return requestParams(request).get("from") === "list" ? list : page;
}

/** What a switch to the tier in `?to=` would end. */
export async function tierQuestion(args: LoaderFunctionArgs) {
  await requireStaff(args, rolesWith("members.write"));
  const { id } = args.params;
  const member = isUuid(id) ? await effectiveEntitlementOf(id) : undefined;
  if (!isUuid(id) || !member) throw notFound(members.missing);
  const to = tierSchema.safeParse({ subscription: requestParams(args.request).get("to") }).data?.subscription;
  if (!to || to === member.tier) throw redirect(memberPaths(args.request, id).page);
  const { name, tier, until, now, version } = member;
  return {
    name,
    to,
    tier,
    version,
    backTo: backFrom(args.request, id),
    /** What the switch would end; empty if the term has ended since. */
    ends: losesTerm(member, to) && until ? entitlementText({ tier, until }, config().siteTz) : "",
    days: until ? daysLeft(now, until) : 0,
  };
}

export type TierQuestion = Awaited<ReturnType<typeof tierQuestion>>;

/** Makes the switch that was agreed to. */
export async function confirmTierSwitch(sent: LoaderFunctionArgs) {
  const { staff, args } = await requireChange(members, sent, "write");
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(members.missing);
  return changeReply(args, backFrom(args.request, id), async () =>
    switchTierByForm(staff, id, await readSubmission(args.request)),
  );
}
