import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage } from "~/admin-kit/admin-page";
import { CHANGES_PATH } from "~/admin-kit/change-paths";
import { can, rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { LedgerCheck, RequestLedgerCheck } from "~/features/calls/verification/ledger-check";
import { publicLedgerCheck } from "~/features/calls/verification/ledger-checks.queries.server";
import { AttentionList } from "~/features/staff/attention-list";
import { changeEntry } from "~/features/staff/changes/change-entry";
import { ChangeList } from "~/features/staff/changes/change-list";
import { lastChanges } from "~/features/staff/changes/changes.queries.server";
import { attentionItems, dashboardTiles } from "~/features/staff/dashboard.queries.server";
import { DayPlan } from "~/features/staff/day-plan";
import { dayPlan } from "~/features/staff/day-plan.queries.server";
import { EndingCalls } from "~/features/staff/ending-calls";
import { nextToEnd } from "~/features/staff/ending-calls.queries.server";
import { COUNTED_A_DAY, monthFigures } from "~/features/staff/month.queries.server";
import { MonthFigures } from "~/features/staff/month-figures";
import { greetingAt } from "~/ui/dates";
import { formatTotal } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { LatePart } from "~/ui/late-part";
import { StatTiles } from "~/ui/stat-tiles";
import { Time } from "~/ui/time";
import { pageMeta } from "~/web/meta";
import { readBesideOr } from "~/web/optional-parts.server";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Admin Dashboard", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args, rolesWith("back-office.read"));
  const readsLedger = can(viewer, "ledger.write");
  const part = <Value,>(name: string, read: () => Promise<Value>) =>
    readBesideOr(args, `${name} of the dashboard not read`, read, undefined);
  const [tiles, attention, plan, changes, ending, month, ledger] = await Promise.all([
    part("tiles", () => dashboardTiles(viewer)),
    attentionItems(args, viewer),
    part("plan", () => dayPlan(viewer)),
    part("changes", () => lastChanges(viewer)),
    part("next to end", () => nextToEnd(viewer)),
    part("month", () => monthFigures(viewer)),
    readsLedger ? part("ledger", publicLedgerCheck) : undefined,
  ]);
  const { email, role } = viewer;
  return {
    email,
    role,
    now: new Date(),
    tiles,
    isWhole: attention.isWhole,
    attention: attention.items.map(({ capped, ...item }) => ({
      ...item,
      count: formatTotal(item.count, capped),
    })),
    plan,
    changes,
    ending,
    month: month && { ...month, countedADay: COUNTED_A_DAY },
    readsLedger,
    ledger,
  };
}

export default function Dashboard() {
  const { email, role, now, tiles, attention, isWhole, plan, changes, ending, month, readsLedger, ledger } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <AdminPage>
      <AdminHead
        title={greetingAt(now, siteTz)}
        meta={
          <>
            {email}, {role}. <Time at={now} style="long" zone={siteTz} />
          </>
        }
      />
      <Section title="Needs attention" first>
        {attention.length > 0 && <AttentionList items={attention} />}
        {!isWhole ? (
          <p className="meta">Some items could not be loaded.</p>
        ) : (
          attention.length === 0 && <p className="meta">Nothing is waiting for you.</p>
        )}
      </Section>
      <Section title="Today’s plan" more={{ label: "Calendar", to: "/admin/calendar" }}>
        {plan ? (
          <DayPlan
            plan={plan}
            stale={attention.find(({ word }) => word === "Stale")}
            now={now}
            zone={siteTz}
          />
        ) : (
          <LatePart />
        )}
      </Section>
      <div className="section">
        {tiles ? <StatTiles label="Screens" tiles={tiles} compact /> : <LatePart what="The figures" />}
      </div>
      {month ? (
        <MonthFigures {...month} zone={siteTz} />
      ) : (
        <Section title="The last 30 days">
          <LatePart />
        </Section>
      )}
      {readsLedger && (
        <Section title="Call ledger" more={{ label: "How it is checked", to: "/track-record/verify" }}>
          {ledger ? (
            <>
              <LedgerCheck {...ledger} zone={siteTz} />
              <RequestLedgerCheck underWay={ledger.underWay !== undefined} />
            </>
          ) : (
            <LatePart />
          )}
        </Section>
      )}
      <div className="dash">
        {ending?.length !== 0 && (
          <Section title="Ending next" more={{ label: "All calls", to: "/admin/calls?state=open" }} flush>
            {ending ? <EndingCalls calls={ending} /> : <LatePart />}
          </Section>
        )}
        <Section title="Last changes" more={{ label: "All changes", to: CHANGES_PATH }} flush>
          {!changes ? (
            <LatePart />
          ) : changes.length === 0 ? (
            <p className="meta">No changes yet.</p>
          ) : (
            <ChangeList entries={changes.map(changeEntry)} zone={siteTz} now={now} />
          )}
        </Section>
      </div>
    </AdminPage>
  );
}
