import type { Viewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { dayIn } from "~/ui/dates";
import { changesOfCall } from "../calls.queries.server";
import { callSteps } from "./call-steps.rules";
import { holdingsOf } from "./holdings.queries.server";
import { settledCall } from "./settled-call.server";

/** An ended call's page for a viewer who may see it, step by step. @param id a UUID */
export async function callPage(viewer: Viewer, id: string) {
  const found = await settledCall(viewer, id);
  if (!found) return undefined;
  const { call, madeOn, enteredOn, settled } = found;
  const { siteTz } = config();
  const [changed, holdings] = await Promise.all([changesOfCall(id), holdingsOf(viewer, call)]);
  const changes = changed.map(({ at, text }) => ({ day: dayIn(siteTz, at), text }));
  const steps = callSteps(call, {
    madeOn,
    enteredOn,
    changes,
    best: settled?.chart?.best,
    settled: settled?.chart && { price: settled.chart.call.closed.price, won: settled.result > 0 },
  });
  return { ...found, steps, holdings };
}

export type CallPage = NonNullable<Awaited<ReturnType<typeof callPage>>>;
