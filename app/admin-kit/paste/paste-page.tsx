import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Input, Select, Textarea } from "~/ui/field";
import { formatCount } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { AdminPage, adminMeta } from "../admin-page";
import { ComparisonTable } from "./comparison-table";
import type { PasteReply, PasteScreenData } from "./paste-screen.server";
import { TICKED_ELSEWHERE } from "./ticks";
import "./paste.css";

export const pasteMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as PasteScreenData | undefined)?.title);

/** Pastes spreadsheet rows into a list: paste, compare, apply. One form with a button for each step. */
export function PastePage() {
  const screen = useLoaderData() as PasteScreenData;
  const reply = useActionData() as PasteReply | undefined;
  const { title, list } = screen;
  return (
    <AdminPage>
      <AdminHead
        title={title}
        crumbs={[list, { label: title }]}
        meta="Each pasted cell is compared with the saved value. Nothing is saved until you apply the rows."
      />
      {reply?.done && <Note tone="good" title={reply.done} />}
      {reply?.message && <Note tone="bad" title={reply.message} />}
      {reply?.wrong && (
        <ErrorSummary title="Nothing was compared" errors={[{ href: "#text", message: reply.wrong }]} />
      )}
      <form
        method="post"
        encType="multipart/form-data"
        className="paste"
        data-guard={isUnsaved(reply) ? "unsaved" : ""}
      >
        <Pasting screen={screen} reply={reply} />
        {reply?.comparison && <Comparison list={list} comparison={reply.comparison} />}
      </form>
    </AdminPage>
  );
}

/** Whether there are rows that are not saved yet. */
const isUnsaved = (reply?: PasteReply): boolean =>
  reply !== undefined && !reply.comparison?.counts.every(({ view, count }) => view === "same" || count === 0);

const SIGNS = [
  { value: "point", label: "Decimal point, as in 1,234.50" },
  { value: "comma", label: "Decimal comma, as in 1.234,50" },
];

function Pasting({ screen, reply }: { screen: PasteScreenData; reply?: PasteReply }) {
  const { mostRows, columns, hint, hasFigures, assumed } = screen;
  return (
    <div className="form">
      <Textarea
        label="Rows from a spreadsheet"
        name="text"
        rows={10}
        spellCheck={false}
        defaultValue={reply?.text}
        error={reply?.wrong}
        hint={`Tabs, commas or semicolons; at most ${formatCount(mostRows)} rows. The first line contains the column names, in any order: ${columns.join(", ")}. ${hint}`}
      />
      <Input
        label="Or a file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        hint="CSV or TSV up to 2 MB. If you choose a file, pasted rows are ignored."
      />
      {hasFigures && (
        <Select
          label="Decimal separator"
          name="sign"
          options={SIGNS}
          blank="Detect automatically"
          defaultValue={reply?.sign ?? ""}
        />
      )}
      {assumed && (
        <Select
          label={assumed.label}
          name="assumed"
          options={assumed.options}
          blank={assumed.blank}
          defaultValue={reply?.assumed ?? ""}
        />
      )}
      {reply?.comparison && <Matching comparison={reply.comparison} hasFigures={hasFigures} />}
      <div className="actions">
        <Button
          name="intent"
          value="compare"
          variant={reply?.comparison ? "plain" : "brand"}
          busyText="Comparing..."
        >
          {reply?.comparison ? "Compare again" : "Compare"}
        </Button>
      </div>
    </div>
  );
}

type Compared = NonNullable<PasteReply["comparison"]>;

/** The target of each column. Changed choices are stored. */
function Matching({ comparison, hasFigures }: { comparison: Compared; hasFigures: boolean }) {
  const { header, matching, targets, decimals } = comparison;
  const left = matching.filter(({ target }) => target === "").length;
  const read = hasFigures ? `, figures as ${decimals === "comma" ? "1.234,50" : "1,234.50"}` : "";
  return (
    <details className="more" open={left > 0}>
      <summary>{`${matching.length - left} of ${matching.length} columns are read${read}`}</summary>
      <input type="hidden" name="header" value={header} />
      <div className="paste-columns">
        {matching.map(({ name, target }, nth) => (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none of them moves
            key={nth}
            label={name || `Column ${nth + 1}`}
            name={`column-${nth}`}
            options={targets}
            blank="Ignore this column"
            defaultValue={target}
          />
        ))}
      </div>
    </details>
  );
}

function Comparison({ list, comparison }: { list: PasteScreenData["list"]; comparison: Compared }) {
  const { shown, counts, all, clear, ticked } = comparison;
  const count = (view: string) => counts.find((one) => one.view === view)?.count ?? 0;
  const asking = count("asking");
  return (
    <Section
      title={all === 1 ? "1 row compared" : `${formatCount(all)} rows compared`}
      aside={
        <>
          Key: <strong>new</strong> over <s>old</s>
        </>
      }
    >
      <input type="hidden" name="shown" value={shown} />
      {ticked && <input type="hidden" name={TICKED_ELSEWHERE} value={ticked} />}
      {comparison.consequences && <Consequences {...comparison.consequences} />}
      <Tally comparison={comparison} />
      <ComparisonTable comparison={comparison} />
      <Pages comparison={comparison} />
      <div className="paste-bar">
        {clear + asking > 0 ? (
          <Button name="intent" value="apply" variant="brand" busyText="Applying...">
            {applyLabel(clear, asking)}
          </Button>
        ) : (
          <LinkButton to={list.to}>{`Back to ${list.label}`}</LinkButton>
        )}
        <p className="meta">{barText({ clear, asking, refused: count("refused") })}</p>
      </div>
    </Section>
  );
}

type ConsequencesProps = NonNullable<Compared["consequences"]>;

/** The effects of applying elsewhere. */
const Consequences = ({ title, items }: ConsequencesProps) => (
  <Note title={title}>
    <ul>
      {items.map(({ text, to }) => (
        <li key={text}>{to ? <a href={to}>{text}</a> : text}</li>
      ))}
    </ul>
  </Note>
);

const rowCount = (count: number) => (count === 1 ? "1 row" : `${formatCount(count)} rows`);

function applyLabel(clear: number, asking: number): string {
  if (asking === 0) return `Apply ${rowCount(clear)}`;
  return clear === 0 ? "Apply the ticked rows" : `Apply ${rowCount(clear)} and the ticked ones`;
}

type Counted = { clear: number; asking: number; refused: number };

function barText({ clear, asking, refused }: Counted): string {
  const words: string[] = [];
  if (asking > 0)
    words.push(
      `${rowCount(asking)} to check: tick the rows that are right, and correct the others above. Unticked rows stay here.`,
    );
  if (refused > 0)
    words.push(
      `${rowCount(refused)} refused. Make corrections above and compare again, or apply the other rows first.`,
    );
  if (words.length > 0) return words.join(" ");
  return clear > 0 ? "Unchanged rows are skipped." : "There is nothing to apply.";
}

const WORDS = {
  asking: "to check",
  changed: "changed",
  added: "added",
  same: "unchanged",
  refused: "refused",
} as const;

/** The number of rows per outcome; each button filters the rows. */
function Tally({ comparison: { counts, show, all } }: { comparison: Compared }) {
  return (
    <fieldset className="counts" aria-label="Show rows">
      <button type="submit" name="intent" value="all" aria-pressed={show === ""}>
        <b>{formatCount(all)}</b> all
      </button>
      {counts.map(({ view, count, current }) => (
        <button type="submit" key={view} name="intent" value={view} aria-pressed={current}>
          <b>{formatCount(count)}</b> {WORDS[view]}
        </button>
      ))}
    </fieldset>
  );
}

/** The pages of a long comparison. */
function Pages({ comparison: { show, from, rows, listed, next, previous } }: { comparison: Compared }) {
  if (next === undefined && previous === undefined) return null;
  const view = (start: number) => `${show || "all"}:${start}`;
  return (
    <div className="actions">
      <p className="meta">{`Rows ${formatCount(from + 1)} to ${formatCount(from + rows.length)} of ${formatCount(listed)}`}</p>
      {previous !== undefined && (
        <Button name="intent" value={view(previous)} size="sm">
          Earlier rows
        </Button>
      )}
      {next !== undefined && (
        <Button name="intent" value={view(next)} size="sm">
          Later rows
        </Button>
      )}
    </div>
  );
}
