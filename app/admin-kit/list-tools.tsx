import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { Icon } from "~/ui/icon";
import type { ListScreenData } from "./list-screen.server";
import { DEFAULTS, writeListState } from "./list-state";

type ListProps = { list: ListScreenData };

/** Above the rows: saved views as links, and which columns are shown. */
export const ListTools = ({ list }: ListProps) => (
  <div className="list-tools">
    <Views {...list.views} />
    {list.rows.length > 0 && <ColumnChooser list={list} />}
  </div>
);

function Views({ late, links, saveTo, editTo }: ListScreenData["views"]) {
  if (late) return <p className="meta">The saved views took too long to load.</p>;
  if (links.length === 0 && !saveTo) return null;
  return (
    <nav aria-label="Views">
      <ul>
        {links.map(({ id, label, to, current, isShared }) => (
          <li key={id}>
            <a href={to} aria-current={current ? "true" : undefined}>
              <bdi>{label}</bdi>
            </a>
            {isShared && <span className="text-muted"> shared</span>}
          </li>
        ))}
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
      </ul>
    </nav>
  );
}

/** A form that sends the ticked columns, beside everything else that the list shows. */
function ColumnChooser({ list: { base, state, choosable, inline } }: ListProps) {
  const search = writeListState(state, { columns: [], page: 1 }) || DEFAULTS;
  const kept = [...new URLSearchParams(search), ...(inline?.on ? [["inline", "on"]] : [])];
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
          {choosable.map(({ label, shown, fixed }) =>
            fixed ? (
              <input key={label} type="hidden" name="columns" value={label} />
            ) : (
              <Checkbox
                key={label}
                id={`column-${label}`}
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
