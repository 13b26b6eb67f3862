import { Outcome } from "~/features/calls/track-record/outcome";
import { dayInWords } from "~/ui/charts/calendar";
import type { Close } from "~/ui/charts/series";
import { Versus } from "~/ui/charts/versus";
import { Weights } from "~/ui/charts/weights";
import { formatSigned, pluralize } from "~/ui/format";
import { ShortOnPhones } from "~/ui/short-on-phones";
import type { PickList } from "./pick-lists.queries.server";
import type { PickCategory } from "./picks.queries.server";
import "~/ui/charts/charts.css";
import "./pick-lists.css";

type Compared = { index: string; compared: readonly Close[] };

type PickListsProps = Compared & {
  lists: Partial<Record<PickCategory, PickList>>;
  counts: readonly { category: PickCategory; count: number }[];
  /** Readers who may not see which picks these are do not see their returns either. */
  locked: boolean;
  hrefOf: (category: PickCategory) => string;
};

/** Each list with its idea, its picks and its return over a year. */
export function PickLists({ lists, counts, locked, hrefOf, ...compared }: PickListsProps) {
  const drawn = counts.flatMap(({ category, count }) => {
    const list = lists[category];
    return list ? [{ category, count, list }] : [];
  });
  if (drawn.length === 0) return null;
  return (
    <section className="hub-section" aria-label="Lists of picks">
      <ShortOnPhones count={drawn.length} of="lists" first={3}>
        <div className="hub">
          {drawn.map(({ category, count, list }) => (
            <article key={category} className="hub-list">
              <h2>
                <a href={hrefOf(category)}>{category}</a>{" "}
                <span className="meta">{pluralize(count, "pick")}</span>
              </h2>
              {list.thesis && <p className="thesis">{list.thesis}</p>}
              <Weights shares={list.weights} />
              <ListResult list={list} {...compared} />
              <SettledCalls {...list} />
            </article>
          ))}
        </div>
      </ShortOnPhones>
      <p className="meta">
        {listsNote(
          drawn.map(({ list }) => list),
          compared.index,
          locked,
        )}
      </p>
    </section>
  );
}

/** In ink, with its scope: nobody held the current list for a year, so the figure is not a result of ours. */
function ListResult({ list: { returns }, index, compared }: { list: PickList } & Compared) {
  const [first, last] = [returns[0], returns.at(-1)];
  if (!first || !last || returns.length < 2) return null;
  const over = compared.at(-1);
  const since = dayInWords(first.day);
  const label = `At today’s weights since ${since}: list ${formatSigned(last.close, 1)}%${over ? `, ${index} ${formatSigned(over.close, 1)}%` : ""}`;
  return (
    <div className="hub-result">
      <Versus list={returns} index={compared} label={label} />
      <p>
        <strong className="num">{`${formatSigned(last.close, 1)}%`}</strong>
        <span className="meta">{` since ${dayInWords(first.day, "short-date")}, at today’s weights`}</span>
      </p>
    </div>
  );
}

/** The number of settled picks, and how the last one ended that this reader may know. */
function SettledCalls({ settled: found }: Pick<PickList, "settled">) {
  if (!found) return null;
  const { settled, last } = found;
  return (
    <p className="hub-settled">
      <span className="meta">{`${pluralize(settled, "pick")} settled${last ? ", the latest:" : ""}`}</span>
      {last && (
        <>
          <a href={`/track-record/${last.id}`}>{last.name}</a> <Outcome {...last} />
          <span className="meta">{dayInWords(last.endedOn, "short-date")}</span>
        </>
      )}
    </p>
  );
}

function listsNote(lists: readonly PickList[], index: string, locked: boolean): string {
  const equal = lists.some((list) => list.equal);
  return [
    "Bars show the weight of each pick in its list.",
    equal && "If a list has no weights, its picks count equally.",
    !locked &&
      `Lines show twelve months at today’s weights; the dotted line is the ${index}. Past results are no guarantee.`,
  ]
    .filter(Boolean)
    .join(" ");
}
