import { CALL_KINDS, CALL_STATES, Call } from "db/entities/call";
import type { Cell } from "~/admin-kit/cells";
import { derive, rowsForPermission, type StoredList } from "~/admin-kit/resource.server";
import { NOBODY, rolesFor } from "~/auth/permissions.server";
import { dayInWords } from "~/ui/charts/calendar";
import { DASH } from "~/ui/format";
import { exactPrice } from "~/ui/price-format";
import { siteDay } from "./call-cell.rules.server";
import { OVER_LABEL, stateText } from "./call-is-open.rules";
import { callTitle, KIND_LABELS, outcomeText, STATE_LABELS } from "./calls.rules";

const choices = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

const day = (at: string | null | undefined): Cell => ({
  kind: "text",
  text: at ? dayInWords(at, "short-date") : DASH,
});

/** The state filter's value for calls past their last day that still wait for a closing price. */
const OVER = "over";

/** The read-only list of all calls. Staff close a call on its detail page. */
export const calls: StoredList<Call> = {
  entity: Call,
  path: "calls",
  // The list has no write actions: staff with write access to alerts close a call on its detail page.
  noun: "trade-alerts",
  roles: { ...rolesFor("trade-alerts"), write: NOBODY, remove: NOBODY },
  titleOf: derive(["direction", "name"], (call) => callTitle(call)),
  loadFailed: "Failed to fetch calls",
  visibleTo: (viewer) => ({
    where: rowsForPermission("trade-alerts.read", viewer),
    select: [
      ...([
        "id",
        "createdAt",
        "kind",
        "symbol",
        "name",
        "direction",
        "state",
        "mistake",
        "entryPrice",
      ] as const),
      ...(["lastDay", "endedOn", "closePrice", "closeReason"] as const),
    ],
  }),
  listing: {
    title: "Calls",
    plural: "calls",
    parent: { label: "Trade Alerts", to: "/admin/trade-alert" },
    columns: [
      {
        label: "Call",
        subLabel: "Name",
        cell: derive(["symbol", "name"], ({ symbol, name }) => ({ kind: "title", text: symbol, sub: name })),
      },
      {
        label: "Direction",
        cell: derive(["direction"], ({ direction }) => ({
          kind: "side",
          side: direction,
          text: direction.toUpperCase(),
        })),
      },
      { label: "Kind", cell: derive(["kind"], ({ kind }) => ({ kind: "text", text: KIND_LABELS[kind] })) },
      {
        label: "Made at",
        cell: derive(["entryPrice"], ({ entryPrice }) => ({ kind: "number", text: exactPrice(entryPrice) })),
      },
      { label: "Last day", cell: derive(["lastDay"], ({ lastDay }) => day(lastDay)) },
      {
        label: "State",
        subLabel: "Outcome",
        cell: derive(["state", "lastDay", "mistake", "closeReason", "closePrice"], (call) => ({
          kind: "text",
          text: stateText({ state: call.state, lastDay: call.lastDay ?? null }, siteDay()),
          sub: outcomeText(call),
        })),
      },
      { label: "Ended", cell: derive(["endedOn"], ({ endedOn }) => day(endedOn)) },
      {
        label: "Made",
        sort: "createdAt",
        cell: derive([], ({ createdAt }) => ({ kind: "time", iso: createdAt.toISOString() })),
      },
    ],
    search: { label: "Search ticker or name", in: ["symbol", "name"] },
    filters: [
      {
        name: "state",
        label: "State",
        options: [...choices(CALL_STATES, STATE_LABELS), { value: OVER, label: OVER_LABEL }],
        where: (state) =>
          state === "open"
            ? { state, $or: [{ lastDay: null }, { lastDay: { $gte: siteDay() } }] }
            : state === OVER
              ? { state: "open", lastDay: { $lt: siteDay() } }
              : { state: state as Call["state"] },
      },
      {
        name: "kind",
        label: "Kind",
        options: choices(CALL_KINDS, KIND_LABELS),
        where: (kind) => ({ kind: kind as Call["kind"] }),
      },
    ],
    detailPath: derive([], ({ id }) => `/admin/calls/${id}`),
    empty: "No calls found.",
  },
};
