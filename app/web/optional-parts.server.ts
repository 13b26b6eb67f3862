import { isDatabaseUnavailable, onSidePool } from "db/orm.server";
import { Counter } from "prom-client";
import { log } from "~/platform/log.server";
import { logAway } from "~/platform/log-away.server";
import { metricsRegistry } from "~/platform/metrics.server";
import { type SidePart, sideLimitMs, within } from "~/platform/side-part.server";
import { reportFailure } from "./report-failure.server";
import type { RequestArgs } from "./request-args.server";

/**
 * One part of a page, or `fallback` when it cannot be read: specification, section 8, "logged only, with an empty list
 * shown". Such a page is shown until the next one is drawn, which may be whole. A database that is away takes the whole
 * site with it, so that is thrown.
 * @param failed the log's words for it
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
 * A part beside a page's content that all pages share: as it is, as it last was, or `fallback`. It never takes the page
 * down, whatever became of it, and a page without its newest is shown until the next one is drawn.
 * @param failed the log's words for a part that is late or broken
 */
export async function sidePartOr<Value, Fallback>(
  args: Pick<RequestArgs, "context">,
  failed: string,
  part: SidePart<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  const { value, outdated } = await part.latest();
  if (outdated) reportMissing(args, outdated, failed);
  return value ?? fallback;
}

/** The same for what stands beside one page alone, such as what relates to its article: read, or left out. */
export async function readBesideOr<Value, Fallback>(
  args: Pick<RequestArgs, "context">,
  failed: string,
  read: () => Promise<Value>,
  fallback: Fallback,
): Promise<Value | Fallback> {
  const late = new Error("It was not read in time");
  const reading = onSidePool(read).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const outcome = (await within(sideLimitMs(), reading)) ?? { error: late };
  if ("value" in outcome) return outcome.value;
  reportMissing(args, outcome.error, failed);
  return fallback;
}

/** What was as it last was counts, too: it is what will be left out next. */
const LEFT_OUT = new Counter({
  name: "openbell_side_parts_outdated_total",
  help: "Parts beside a page's content that were left out, or shown as they last were",
  registers: [metricsRegistry],
});

function reportMissing({ context }: Pick<RequestArgs, "context">, error: unknown, failed: string): void {
  LEFT_OUT.inc();
  context.incomplete = true;
  const line = { requestId: context.requestId, err: error };
  if (isDatabaseUnavailable(error)) logAway(line, failed);
  else log().error(line, failed);
}
