import { Outlet } from "@remix-run/react";
import { AdminPage } from "~/admin-kit/admin-page";
import { Button, LinkButton } from "~/ui/button";
import type { Moment } from "~/ui/dates";
import { type Fact, Facts } from "~/ui/facts";
import { DASH, formatCount, pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { KIND_LABELS } from "../instruments/instrument.rules";
import type { InstrumentKind } from "../instruments/instruments.queries.server";
import { priceSourcePath, SOURCE_DAYS_LABELS, SOURCE_KIND_LABELS, SOURCES_PATH } from "./price-source.rules";
import type { PriceSourceDays, PriceSourceKind } from "./price-sources.queries.server";

type Failure = { symbol: string; at: Moment; reason: string };

type PriceSourcePageProps = {
  source: {
    id: string;
    name: string;
    kind: PriceSourceKind;
    url: string;
    scope: string;
    instrumentKind?: InstrumentKind | null;
    symbols: number;
    currency?: string | null;
  };
  /** Missing if the URL needs no key. */
  apiKey?: { variable: string; set: boolean };
  schedule: { days: PriceSourceDays; hour: number; next: string };
  run: {
    startedAt: Moment | null;
    endedAt: Moment | null;
    written: number;
    unchanged: number;
    failed: number;
    error: string | null;
  };
  failures: Failure[];
  /** Whether this member of staff may run and try the source. */
  writes: boolean;
  zone: string;
};

/** A price source: its requests, its schedule and its last run. */
export function PriceSourcePage(props: PriceSourcePageProps) {
  const { source, run, failures, writes, zone } = props;
  return (
    <AdminPage>
      <AdminHead
        title={source.name}
        meta={SOURCE_KIND_LABELS[source.kind]}
        crumbs={[
          { label: "Markets", to: "/admin/market" },
          { label: "Price sources", to: SOURCES_PATH },
          { label: source.name },
        ]}
        action={writes && <LinkButton to={priceSourcePath(source.id, "edit")}>Edit</LinkButton>}
      />
      <Outlet />
      <Facts items={sourceFacts(props)} />
      {writes && <RunButtons id={source.id} underWay={run.startedAt !== null && run.endedAt === null} />}
      <Section title="Last run">
        {run.startedAt ? (
          <Facts items={runFacts(run, zone)} />
        ) : (
          <EmptyState title="This source has not run yet." />
        )}
      </Section>
      {failures.length > 0 && <Failures failures={failures} failed={run.failed} zone={zone} />}
    </AdminPage>
  );
}

function sourceFacts({ source, apiKey, schedule }: PriceSourcePageProps): Fact[] {
  const { url, currency } = source;
  return [
    { label: "URL", value: <code>{url}</code> },
    {
      label: "Key",
      value: apiKey ? `${apiKey.variable} is ${apiKey.set ? "set" : "not set"}` : "None required",
    },
    { label: "Instruments", value: scopeText(source) },
    { label: "Currency", value: currency ?? DASH },
    {
      label: "Runs",
      value: `${SOURCE_DAYS_LABELS[schedule.days]}, ${String(schedule.hour).padStart(2, "0")}:00`,
    },
    { label: "Next run", value: schedule.next },
    {
      label: "Fetches",
      value: "Days that have ended in both site time and UTC; the current day follows in a later run",
    },
  ];
}

function scopeText({ scope, instrumentKind, symbols }: PriceSourcePageProps["source"]): string {
  if (scope === "list") return pluralize(symbols, "symbol");
  return scope === "kind" && instrumentKind ? `Kind: ${KIND_LABELS[instrumentKind]}` : "All";
}

function runFacts(run: PriceSourcePageProps["run"], zone: string): Fact[] {
  const moment = (at: Moment | null, otherwise: string) =>
    at ? <Time at={at} style="datetime" zone={zone} /> : otherwise;
  return [
    { label: "Started", value: moment(run.startedAt, DASH) },
    { label: "Ended", value: moment(run.endedAt, "In progress") },
    { label: "New prices", value: formatCount(run.written) },
    { label: "Unchanged", value: formatCount(run.unchanged) },
    { label: "Failed", value: pluralize(run.failed, "instrument") },
    { label: "Last error", value: run.error ?? DASH },
  ];
}

const RunButtons = ({ id, underWay }: { id: string; underWay: boolean }) => (
  <div className="actions mt-6">
    <form method="post" action={priceSourcePath(id, "runs")}>
      <Button variant="brand" busyText="Starting..." disabled={underWay}>
        {underWay ? "A run is in progress" : "Run now"}
      </Button>
    </form>
    <LinkButton to={priceSourcePath(id, "trial")}>Try it</LinkButton>
  </div>
);

const Failures = ({ failures, failed, zone }: { failures: Failure[]; failed: number; zone: string }) => (
  <Section
    title="Left out"
    aside={failures.length < failed ? `The first ${formatCount(failures.length)}` : undefined}
  >
    <Table label="Symbols left out" cards>
      <thead>
        <tr>
          <HeaderCell>Symbol</HeaderCell>
          <HeaderCell>Why</HeaderCell>
          <HeaderCell>When</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ symbol, at, reason }) => (
          <tr key={symbol}>
            <RowHeader>{symbol}</RowHeader>
            <Cell label="Why">{reason}</Cell>
            <Cell label="When">
              <Time at={at} style="datetime" zone={zone} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);
