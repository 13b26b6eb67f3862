import { ANALYTICS_PATH } from "~/features/analytics/ranges.rules";
import { Bars } from "~/ui/charts/bars";
import { dayInWords } from "~/ui/charts/calendar";
import { FigureTable } from "~/ui/charts/exhibit";
import { formatCount, formatMoney } from "~/ui/format";
import { Section } from "~/ui/head";
import type { MonthFigure } from "./month.queries.server";
import "./month-figures.css";

type MonthProps = {
  members?: MonthFigure;
  revenue?: MonthFigure;
  readings?: MonthFigure;
  countedADay: number;
  zone: string;
};

/** New members, revenue and readings by day, for viewers who may see them. */
export function MonthFigures({ members, revenue, readings, countedADay, zone }: MonthProps) {
  if (!members && !revenue && !readings) return null;
  return (
    <Section title="The last 30 days" more={revenue && { label: "All numbers", to: ANALYTICS_PATH }}>
      <p className="meta mb-4">{`Days follow the time zone ${zone}. Today’s figures are incomplete.`}</p>
      <div className="month">
        {members && (
          <Figure
            name="New members"
            of={members}
            format={formatCount}
            note={
              members.total.capped ? `At most ${formatCount(countedADay)} are counted per day.` : undefined
            }
          />
        )}
        {revenue && (
          <Figure
            name="Revenue, completed"
            of={revenue}
            format={(value) => formatMoney(value, "USD", true)}
            note={zone === "UTC" ? undefined : "Days follow the time zone UTC."}
          />
        )}
        {readings && (
          <Figure name="Page views" of={readings} format={formatCount} note="Articles, briefs and videos." />
        )}
      </div>
    </Section>
  );
}

type FigureProps = {
  name: string;
  of: MonthFigure;
  format: (value: number) => string;
  note?: string;
};

function Figure({ name, of: { days, total, before }, format, note }: FigureProps) {
  const words = ({ value, capped }: MonthFigure["total"]) => `${format(value)}${capped ? "+" : ""}`;
  const highest = days.reduce((best, each) => (each.value > best.value ? each : best));
  const table = {
    columns: [{ label: "Day" }, { label: name, numeric: true }],
    rows: days.map((each) => [dayInWords(each.day), words(each)]),
  };
  return (
    <section className="month-figure" aria-label={name}>
      <h3>{name}</h3>
      <p className="figure">{words(total)}</p>
      <p className="meta">{[`Previous 30 days: ${words(before)}.`, note].filter(Boolean).join(" ")}</p>
      <Bars
        days={days}
        running
        tickLabel={format}
        sentence={`${name}, day by day: ${words(total)} in 30 days, at most ${words(highest)} on ${dayInWords(highest.day)}. Today’s figures are incomplete.`}
        table={table}
      />
      <details className="exhibit-table">
        <summary>{`${name}, as a table`}</summary>
        <FigureTable {...table} />
      </details>
    </section>
  );
}
