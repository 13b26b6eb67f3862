import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import type { ListScreenData } from "./list-screen.server";

export type Selection = NonNullable<ListScreenData["selection"]>;

/** The form of all row checkboxes. */
const FORM_ID = "selection";

type SelectRowProps = { id: string; title: string } & Pick<Selection, "ticked" | "matching">;

/** The checkbox of a row. It is disabled if all pages are selected. */
export const SelectRow = ({ id, title, ticked, matching }: SelectRowProps) => (
  <label className="select-row">
    <input
      aria-label={`Select ${title}`}
      type="checkbox"
      name="id"
      value={id}
      form={FORM_ID}
      defaultChecked={ticked}
      disabled={matching !== undefined || undefined}
    />
  </label>
);

/** Selects all rows of the page or of all pages, or clears the selection. */
export const SelectAll = ({ ticked, matching, allTo, matchingTo, noneTo }: Selection) => (
  <>
    {" · "}
    {ticked ? <a href={noneTo}>Clear selection</a> : <a href={allTo}>Select all on this page</a>}
    {matchingTo && matching === undefined && (
      <>
        {" · "}
        <a href={matchingTo.to}>{matchingTo.label}</a>
      </>
    )}
  </>
);

/** The actions for selected rows, hidden while none is selected. Each button opens a confirmation. */
export function SelectionBar({ to, keep, changes, options, matching }: Selection) {
  return (
    <form
      id={FORM_ID}
      className="selection"
      method="get"
      action={to}
      aria-label="Actions for the selected rows"
    >
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {matching === undefined ? (
        <strong aria-hidden="true">Selected rows</strong>
      ) : (
        <strong>{matching}</strong>
      )}
      {changes.map(({ name, label: words }) =>
        name === "choose" ? (
          <span className="selection-choice" key={name}>
            <label className="sr" htmlFor="selection-value">
              New value
            </label>
            <span className="select">
              <select className="input" id="selection-value" name="value">
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
            <Button name="change" value={name} size="sm">
              {words}
            </Button>
          </span>
        ) : (
          <Button
            key={name}
            name="change"
            value={name}
            size="sm"
            variant={name === "delete" ? "danger-quiet" : "plain"}
          >
            {words}
          </Button>
        ),
      )}
    </form>
  );
}
