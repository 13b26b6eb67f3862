import { renderToStaticMarkup } from "react-dom/server";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { Icon } from "~/ui/icon";
import type { Cell } from "./cells";
import { DEFAULTS, INLINE, type ListState, writeListState } from "./list-state";
import type { listViews } from "./list-views.queries.server";

type ListTools = {
  views: Awaited<ReturnType<typeof listViews>>;
  /** The list with its defaults; empty if it has them. */
  resetTo: string;
  /** Absent without rows. @property fixed always shown */
  columns?: { base: string; state: ListState; isInline: boolean; boxes: readonly ColumnBox[] };
};
type ColumnBox = { label: string; shown: boolean; fixed: boolean };

/** Which columns a list shows, and the boxes that choose them.
 * @param columns all columns @param chosen the labels of those in the address; none: all
 * @param first the cells of the first row, if there are rows
 * @param publishes whether rows have a button that publishes
 */
export function chooseColumns(
  columns: readonly { label: string }[],
  { chosen, first, publishes }: { chosen: readonly string[]; first?: readonly Cell[]; publishes: boolean },
) {
  // Always shown: the title, which leads to the record and holds its box, and the status, with the button to publish.
  const fixed = first?.map((cell) => cell.kind === "title" || (publishes && "publication" in cell));
  const isShown = (_: unknown, at: number) =>
    chosen.length === 0 || fixed?.[at] || chosen.includes(columns[at]?.label ?? "");
  const boxes: ColumnBox[] = columns.map(({ label }, at) => ({
    label,
    shown: Boolean(isShown(label, at)),
    fixed: Boolean(fixed?.[at]),
  }));
  return { isShown, boxes };
}

/** Above the rows, as HTML that needs no script: saved views as links, and which columns are shown. */
export const drawListTools = ({ views, resetTo, columns }: ListTools): string =>
  renderToStaticMarkup(
    <>
      <Views {...views} resetTo={resetTo} />
      {columns && <ColumnChooser {...columns} />}
    </>,
  );

function Views({ late, links, hasMore, saveTo, editTo, resetTo }: ListTools["views"] & { resetTo: string }) {
  const missing = late && <p className="meta">The saved views took too long to load.</p>;
  if (links.length === 0 && !saveTo && !resetTo) return missing;
  return (
    <nav aria-label="Views">
      {missing}
      <ul>
        {links.map(({ id, label, to, current, isShared, owner }) => (
          <li key={id}>
            <a href={to} aria-current={current ? "true" : undefined}>
              <bdi>{label}</bdi>
            </a>
            {isShared && (
              <span className="text-muted">
                {owner ? " shared by " : " shared"}
                {owner && <bdi>{owner}</bdi>}
              </span>
            )}
          </li>
        ))}
        {hasMore && <li className="text-muted">“Go to” finds the other views.</li>}
        {saveTo && (
          <li>
            <a href={saveTo}>Save this view</a>
          </li>
        )}
        {editTo && (
          <li>
            <a href={editTo}>Edit this view</a>
          </li>
        )}
        {resetTo && (
          <li>
            <a href={resetTo}>Reset list</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** A form that sends the ticked columns, beside everything else that the list shows. */
function ColumnChooser({ base, state, isInline, boxes }: NonNullable<ListTools["columns"]>) {
  const search = writeListState(state, { columns: [], page: 1 }) || DEFAULTS;
  const kept = [...new URLSearchParams(search), ...(isInline ? [[INLINE, "on"]] : [])];
  return (
    <details className="column-chooser">
      <summary>
        Columns
        <Icon name="down" />
      </summary>
      <form method="get" action={base} aria-label="Columns">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="column-boxes">
          {boxes.map(({ label, shown, fixed }) =>
            fixed ? (
              <input key={label} type="hidden" name="columns" value={label} />
            ) : (
              <Checkbox
                key={label}
                id={`column-${label.replaceAll(" ", "-")}`}
                name="columns"
                value={label}
                label={label}
                defaultChecked={shown}
              />
            ),
          )}
        </div>
        <Button size="sm">Show these columns</Button>
      </form>
    </details>
  );
}
