import type { SerializeFrom } from "@remix-run/node";
import { CHANGES_PATH } from "~/admin-kit/change-paths";
import { LinkButton } from "~/ui/button";
import { formatTime } from "~/ui/dates";
import { Input, Select } from "~/ui/field";
import { Chips, FilterForm } from "~/ui/filters";
import { AdminHead } from "~/ui/head";
import { EmptyState } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { changeEntry } from "./change-entry";
import { ORIGIN_LABELS } from "./changes.rules";
import type { ChangesScreenData } from "./changes.screen.server";

type Log = SerializeFrom<ChangesScreenData>;

/** The change log, newest first. */
export function ChangesPage({ log, zone }: { log: Log; zone: string }) {
  const { changes, record, olderTo, newestTo } = log;
  return (
    <>
      <AdminHead
        title="Change log"
        meta={
          record
            ? `Changes to ${record.title}`
            : "What staff, the API, imports and jobs changed in the last two years"
        }
      />
      <Filters log={log} />
      {changes.length === 0 ? (
        <EmptyState title="No changes found." />
      ) : (
        <Table label="Changes" cards>
          <thead>
            <tr>
              <HeaderCell>Change</HeaderCell>
              <HeaderCell>Who</HeaderCell>
              <HeaderCell>Made by</HeaderCell>
              <HeaderCell>When</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Line key={change.id} change={change} zone={zone} />
            ))}
          </tbody>
        </Table>
      )}
      {(olderTo || newestTo) && (
        <nav className="actions mt-4" aria-label="Pages">
          {newestTo && <LinkButton to={newestTo}>Newest</LinkButton>}
          {olderTo && <LinkButton to={olderTo}>Older changes</LinkButton>}
        </nav>
      )}
    </>
  );
}

function Line({ change, zone }: { change: Log["changes"][number]; zone: string }) {
  const { id, at, who, title, origin, fields, differences } = change;
  const hasDifferences = differences.length > 0;
  return (
    <tr>
      <RowHeader title>
        {changeEntry({ ...change, at: new Date(at) }).what}
        {hasDifferences && (
          <ul className="differences">
            {differences.map(({ label, from, to }) => (
              <li key={label}>
                {label}: <Value text={from} /> <span aria-hidden="true">→</span>
                <span className="sr">is now</span> <Value text={to} />
              </li>
            ))}
          </ul>
        )}
        {!hasDifferences && fields && <span className="sub">{fields.join(", ")}</span>}
      </RowHeader>
      <Cell label="Who">
        <bdi>{who}</bdi>
      </Cell>
      <Cell label="Made by">{ORIGIN_LABELS[origin]}</Cell>
      <Cell label="When">
        <a href={`${CHANGES_PATH}/${id}`}>
          <Time at={at} style="short-datetime" zone={zone} />
          <span className="sr">, change to {title}</span>
        </a>
      </Cell>
    </tr>
  );
}

const Value = ({ text }: { text: string }) => (text === "" ? <em>empty</em> : <>“{text}”</>);

function Filters({ log: { choices, filters } }: { log: Log }) {
  const { record } = filters;
  return (
    <>
      <FilterForm
        action={CHANGES_PATH}
        label="Search the change log"
        keep={record === undefined ? {} : { record }}
      >
        {choices.map(({ name, label, options }) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={options}
            id={`filter-${name}`}
            blank="All"
            defaultValue={filters[name] ?? ""}
          />
        ))}
        <Input label="Changed from" name="from" id="filter-from" type="date" defaultValue={filters.from} />
        <Input label="Changed to" name="to" id="filter-to" type="date" defaultValue={filters.to} />
      </FilterForm>
      <Chips items={filterChips(choices, filters)} clearTo={CHANGES_PATH} />
    </>
  );
}

/** One chip per filter, which links to the log without it. */
function filterChips(choices: Log["choices"], filters: Log["filters"]): { label: string; to: string }[] {
  const day = (value: string) => formatTime(`${value}T00:00:00Z`, "short-date", "UTC");
  const words: Record<string, (value: string) => string> = {
    record: () => "One record",
    from: (value) => `From ${day(value)}`,
    to: (value) => `To ${day(value)}`,
  };
  return Object.entries(filters).map(([name, value]) => {
    const choice = choices.find((each) => each.name === name);
    const chosen = choice?.options.find((option) => option.value === value)?.label;
    const { [name]: _, ...others } = filters;
    return {
      label: words[name]?.(value) ?? `${choice?.label}: ${chosen}`,
      to: `${CHANGES_PATH}?${new URLSearchParams(others)}`,
    };
  });
}
