import type { LoaderFunctionArgs } from "@remix-run/node";
import { logChange } from "~/admin-kit/change-log.server";
import { requireRow } from "~/admin-kit/submit.server";
import { can } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { pageReply } from "~/web/form-replies.server";
import { redirectVisit } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { environmentName, nextRunText, priceSourcePath, siteTime } from "./price-source.rules";
import { loadFailures } from "./price-sources.queries.server";
import { priceSources } from "./price-sources.resource.server";
import { sourceKey } from "./source-key.server";
import { startRun } from "./source-run-state.server";

/** The most failed instruments that the page lists. */
const NAMED_FAILURES = 200;

/** `/admin/price-sources/{id}`: a source's settings, its last run, and the button that starts another. */
export async function priceSourceScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, priceSources.roles.read);
  const row = await requireRow(priceSources, staff, args.params.id);
  const { id, name, kind, url, scope, instrumentKind, symbols, currency } = row;
  return {
    source: { id, name, kind, url, scope, instrumentKind, symbols: symbols.length, currency },
    apiKey: url.includes("{key}")
      ? { variable: `PRICE_SOURCE_KEY_${environmentName(name)}`, set: sourceKey(name) !== undefined }
      : undefined,
    schedule: {
      days: row.days,
      hour: row.hour,
      next: nextRunText(row, siteTime(config().siteTz, new Date())),
    },
    run: {
      startedAt: row.runStartedAt ?? null,
      endedAt: row.runEndedAt ?? null,
      written: row.runWritten,
      unchanged: row.runUnchanged,
      failed: row.runFailed,
      error: row.lastError ?? null,
    },
    failures: await loadFailures(id, NAMED_FAILURES),
    writes: can(staff, priceSources.roles.write.permission),
  };
}

/** Opening the address of the runs redirects to the source's page. */
export async function runLoader(args: LoaderFunctionArgs) {
  await requireStaff(args, priceSources.roles.write);
  return redirectVisit(args, priceSourcePath(args.params.id ?? ""));
}

const FAILED = "Failed to start the run";

/** Starts a run, unless one is in progress. */
export async function runAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, priceSources.roles.write);
  const { id, name } = await requireRow(priceSources, staff, args.params.id);
  return pageReply(args, FAILED, async () => {
    if (!(await startRun(id, null, (manager) => logChange(manager, staff, runEntry(id, name)))))
      throw new AppError(409, "A run is already in progress.");
    return redirectWithToast(priceSourcePath(id), {
      tone: "good",
      text: "The run has started. Reload the page to see its result",
    });
  });
}

const runEntry = (id: string, name: string) => ({
  action: "ran",
  resource: priceSources.path,
  recordId: id,
  recordTitle: name,
});
