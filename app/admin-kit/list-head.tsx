import type { ReactNode } from "react";
import { LinkButton } from "~/ui/button";
import type { ListScreenData } from "./list-screen.server";
import { listTo } from "./list-state";

type ListProps = { list: ListScreenData };

/** Below a list's title: the count, edit mode and the bin. */
export const ListMeta = ({ list }: ListProps) => (
  <>
    {list.found && <strong>{list.found}</strong>}
    {list.counted}
    <InlineSwitch list={list} />
    {list.binTo && (
      <>
        {" · "}
        <a href={list.binTo}>Bin</a>
      </>
    )}
  </>
);

/** The actions of the list. @param props.related a link to a related screen, shown before the Add button */
export const ListActions = ({ list, related }: ListProps & { related?: ReactNode }) => (
  <div className="actions">
    {related}
    {list.pasteTo && <LinkButton to={list.pasteTo}>Paste rows</LinkButton>}
    <AddButton list={list} />
  </div>
);

/** Switches the rows to forms and back. */
function InlineSwitch({ list }: ListProps) {
  if (!list.inline) return null;
  const { on } = list.inline;
  return (
    <>
      {" · "}
      <a href={listTo({ ...list, inline: { ...list.inline, on: !on } }, {})}>
        {on ? "Stop editing in the list" : "Edit in the list"}
      </a>
    </>
  );
}

function AddButton({ list: { add } }: ListProps) {
  return add ? (
    <LinkButton to={add.to} variant="brand" icon="plus" data-key="n" aria-keyshortcuts="n">
      {add.label}
    </LinkButton>
  ) : null;
}
