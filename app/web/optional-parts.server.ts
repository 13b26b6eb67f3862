import { isDatabaseUnavailable, onSidePool } from "db/orm.server";
import { Counter } from "prom-client";
import { log } from "~/platform/log.server";
import { logOutage } from "~/platform/log-outage.server";
import { metricsRegistry } from "~/platform/metrics.server";
import { LatePanelError, panelWaitMs, type SharedPanel, waitAtMost } from "~/platform/shared-panel.server";
import { reportFailure } from "./report-failure.server";
import type { RequestArgs } from "./request-args.server";

/**
 * Loads one part of a page, or returns `fallback` if it fails: specification, section 8, "logged only, with
 * an empty list shown". Such a page is shown until the next one is rendered. If the database is unavailable,
 * the error is thrown, because the whole site is affected.
 * @param failed the log message
 */
export async function loadOr<Value, Fallback>(
  { context }: Pick<RequestArgs, "context">,
  failed: string,
  loading: Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  try {
    return await loading;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    reportFailure({ context }, error, failed);
    context.incomplete = true;
    return fallback;
  }
}

/**
 * The value of a shared panel: current, last known, or `fallback`. A failing panel never breaks the page; a
 * page with an outdated one is shown until the next one is rendered.
 * @param failed the log message for a late or failed panel
 */
export async function sharedPanelOr<Value, Fallback>(
  args: Pick<RequestArgs, "context">,
  failed: string,
  part: SharedPanel<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  const { value, outdated } = await part.latest();
  if (outdated) reportMissing(args, outdated, failed);
  return value ?? fallback;
}

/** The same for data next to a single page, such as related articles. */
export async function readBesideOr<Value, Fallback>(
  args: Pick<RequestArgs, "context">,
  failed: string,
  read: () => Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  const reading = onSidePool(read).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const outcome = (await waitAtMost(panelWaitMs(), reading)) ?? { error: new LatePanelError() };
  if ("value" in outcome) return outcome.value;
  reportMissing(args, outcome.error, failed);
  return fallback;
}

/** Outdated panels count too, because they will be missing soon. */
const LEFT_OUT = new Counter({
  name: "openbell_side_parts_outdated_total",
  help: "Shared panels that were missing or outdated on a page",
  registers: [metricsRegistry],
});

function reportMissing({ context }: Pick<RequestArgs, "context">, error: unknown, failed: string): void {
  LEFT_OUT.inc();
  context.incomplete = true;
  const line = { requestId: context.requestId, err: error };
  if (isDatabaseUnavailable(error) || error instanceof LatePanelError) logOutage(line, failed);
  else log().error(line, failed);
}
