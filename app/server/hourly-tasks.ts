import { isDatabaseUnavailable } from "db/orm.server";
import { tellOfEndedTerms } from "~/access/ended-terms.server";
import { sweepBin } from "~/admin-kit/bin.server";
import { sweepChanges } from "~/admin-kit/change-log.server";
import { sweepKeys } from "~/admin-kit/idempotency/claims.server";
import { sweepOpenings } from "~/admin-kit/openings/openings.server";
import { sweepDrafts } from "~/admin-kit/writing/drafts.server";
import { sweepSessions } from "~/auth/devices.server";
import { sweepIntents } from "~/auth/intents/intents.server";
import { sweepKnownDevices } from "~/auth/known-devices.server";
import { sweepHeldSubmissions } from "~/auth/recent-password.server";
import { sweepTokens } from "~/auth/single-use-tokens.server";
import {
  expireBatches,
  sweepBatches,
  sweepBatchMembers,
} from "~/features/accounts/batches/batches.queries.server";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import { resumeStalledImports } from "~/features/accounts/imports/import-lease.server";
import { sweepImports } from "~/features/accounts/imports/import-sweep.server";
import { removeEndedLabels } from "~/features/accounts/labels/change-labels.server";
import { remindOfExpiry } from "~/features/accounts/reminders.server";
import { keepLabels } from "~/features/accounts/segments/keep-labels.server";
import { renewRecentCounts } from "~/features/ads/recent-counts.server";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { resultChecks } from "~/features/calls/settlement/check-results.server";
import { settlementRound } from "~/features/calls/settlement/settle-calls.server";
import { refreshTrackRecordPart } from "~/features/calls/track-record/refresh-track-record.server";
import { checkLedgerPart } from "~/features/calls/verification/check-ledger.server";
import { sweepRecordChanges, thinChanges } from "~/features/changes-feed/number-changes.server";
import { sweepReports, sweepSuppressions } from "~/features/mail/suppressions.queries.server";
import { deleteResolvedJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import { startDueRuns } from "~/features/markets/price-sources/run-source.server";
import { sweepPosts } from "~/features/newsletters/channels/queue-posts.server";
import { sweepDeliveries } from "~/features/newsletters/edition-members.server";
import { sweepPushes } from "~/features/newsletters/push/queue-push.server";
import { cancelEditionsOfDeleted } from "~/features/newsletters/start-editions.server";
import { leaveEndedNewsletters, sweepSubscribers } from "~/features/newsletters/subscription.queries.server";
import { rankMostRead, sweepPageViews } from "~/features/page-views/most-read.server";
import { rollUpMonthly } from "~/features/paywall-statistics/roll-up-months.server";
import { openDueCalls } from "~/features/scheduling/open-due-calls.server";
import { publishDueCopies, sweepCopies } from "~/features/scheduling/publish-due-copies.server";
import { sweepInvitations } from "~/features/staff/invitations/invitations.server";
import { sweepPendingSignIns } from "~/features/staff/two-step/pending-sign-ins.server";
import { carryMergedWatches } from "~/features/watchlist/carry-merged.server";
import { forgetUnknownAuthors } from "~/features/watchlist/forget-authors.server";
import { requestAlertMails, sweepFirings } from "~/features/watchlist/price-alerts/fire-alerts.server";
import { sweepWebhookDeliveries } from "~/features/webhooks/sweep-deliveries.server";
import { keepSecrets } from "~/features/webhooks/webhook-secrets.server";
import { log } from "~/platform/log.server";
import { logOutage } from "~/platform/log-outage.server";
import { sweepPictures } from "~/platform/pictures/picture-removals.server";
import { addUpRecordCounts } from "~/platform/record-counts.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { sweepPendingPictures } from "~/web/pending-pictures.server";
import { sweepLimits } from "~/web/rate-limits.server";

/** Runs a part of the task, a second or two at most. @returns the amount of work done; 0 when finished */
type Task = () => Promise<number>;

/** Tasks that one instance runs every hour. A failing task does not stop the others. */
const hourlyTasks = (): Record<string, Task> => ({
  "remind of expiry": remindOfExpiry,
  "tell of ended terms": tellOfEndedTerms,
  "delete accounts": deleteDueMembers,
  "forget sessions": sweepSessions,
  "forget changes": sweepChanges,
  "empty the bin": sweepBin,
  "forget drafts": sweepDrafts,
  "forget open forms": sweepOpenings,
  "forget pictures": sweepPendingPictures,
  "remove pictures": sweepPictures,
  "keep labels of segments": keepLabels,
  "remove ended labels": removeEndedLabels,
  "cancel batches that nobody confirmed": expireBatches,
  "forget batches": sweepBatches,
  "forget members of batches": sweepBatchMembers,
  "resume imports": singlePart(resumeStalledImports),
  "forget imported rows": sweepImports,
  "forget links": sweepTokens,
  "cancel emails of deleted records": cancelEditionsOfDeleted,
  "leave ended newsletters": leaveEndedNewsletters,
  "forget subscribers": sweepSubscribers,
  "forget newsletter emails": sweepDeliveries,
  "forget reports about emails": sweepReports,
  "forget unreachable addresses": sweepSuppressions,
  "forget held forms": sweepHeldSubmissions,
  "forget intents": sweepIntents,
  "forget devices": sweepKnownDevices,
  "forget invitations": sweepInvitations,
  "forget waiting sign-ins": sweepPendingSignIns,
  "forget unknown authors": forgetUnknownAuthors,
  "move merged watches": carryMergedWatches,
  "mail price alerts": singlePart(requestAlertMails),
  "forget fired price alerts": sweepFirings,
  "thin out record changes": thinChanges,
  "forget record changes": sweepRecordChanges,
  "forget pushes": sweepPushes,
  "forget channel posts": sweepPosts,
  "forget deliveries to webhooks": sweepWebhookDeliveries,
  "renew secrets of webhooks": singlePart(keepSecrets),
  "forget limits": sweepLimits,
  "forget idempotency keys": sweepKeys,
  "renew ad counts": renewRecentCounts,
  "rank most-read items": singlePart(rankMostRead),
  "forget readings": sweepPageViews,
  "fold counts of locks": rollUpMonthly,
  "publish working copies": singlePart(publishDueCopies),
  "forget working copies": sweepCopies,
  "look after publications": singlePart(openDueCalls),
  "open older calls": openOlderCalls,
  "settle calls": settlementRound(),
  "check results": resultChecks(),
  "forget price jumps": singlePart(deleteResolvedJumps),
  "fetch prices": singlePart(startDueRuns),
  "keep the record": refreshTrackRecordPart,
  "check the ledger": checkLedgerPart,
  "add up the numbers": aggregateDays(),
  "add up record counts": singlePart(addUpRecordCounts),
});

/** A task with a single part. */
function singlePart(run: () => Promise<void>): Task {
  return async () => {
    await run();
    return 0;
  };
}

/** A job that takes longer than two minutes is also given to another instance. Milliseconds. */
const BUDGET_MS = 60_000;

/** Time until the next task gets its chance, because parts differ greatly in length. Milliseconds. */
const TURN_MS = 5_000;

type Clock = () => number;

/**
 * Runs the hourly tasks in rounds, some parts of each, until all are finished or the time is up.
 * @returns whether work remains
 */
export async function runHourlyTasks(
  tasks: Record<string, Task> = hourlyTasks(),
  now: Clock = () => performance.now(),
): Promise<boolean> {
  const until = now() + BUDGET_MS;
  let left = Object.entries(tasks);
  while (left.length > 0 && now() < until && !isStopping()) {
    const unfinished: typeof left = [];
    for (const [name, run] of left) if (await runTurn(name, run, now)) unfinished.push([name, run]);
    left = unfinished;
  }
  return left.length > 0;
}

/** @returns whether the task needs another round; a failed one waits for the next hour */
async function runTurn(task: string, run: Task, now: Clock): Promise<boolean> {
  const until = now() + TURN_MS;
  try {
    while ((await run()) > 0) if (now() >= until || isStopping()) return true;
  } catch (error) {
    const line = { task, err: error };
    if (isDatabaseUnavailable(error)) logOutage(line, "task failed");
    else log().error(line, "task failed");
  }
  return false;
}
