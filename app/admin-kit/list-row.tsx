import { Avatar } from "~/ui/avatar";
import { Badge, BuySellTag } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { ChangeText, UnknownChange } from "~/ui/change";
import { formatTime } from "~/ui/dates";
import { NoPicture } from "~/ui/file-input";
import { InlineSelect } from "~/ui/inline-select";
import { Picture } from "~/ui/picture";
import { RowActions, RowHeader, Cell as TableCell } from "~/ui/table";
import { Time } from "~/ui/time";
import type { FormErrorData } from "~/web/form-replies.server";
import { type Cell, type CellPicture, isWide } from "./cells";
import { InlineField, InlineForm } from "./inline-field";
import type { ListScreenData } from "./list-screen.server";
import { type Selection, SelectRow } from "./selection-bar";

type Row = ListScreenData["rows"][number];

type ListRowProps = {
  row: Row;
  columns: ListScreenData["columns"];
  zone: string;
  /** False if no row has actions. */
  actions: boolean;
  /** For lists where several rows can be changed together. */
  selection?: Selection;
  /** Why the row was not saved. */
  problem?: Partial<FormErrorData>;
};

/** One record of a list: its cells and its actions. */
export function ListRow({ row, columns, zone, actions, selection, problem }: ListRowProps) {
  return (
    <tr id={`row-${row.id}`}>
      {row.cells.map((cell, index) => {
        const { label, field, options } = columns[index] ?? { label: "" };
        return field !== undefined && row.inline ? (
          <TableCell key={label} label={label} numeric={!options}>
            <InlineField row={row} name={field} label={label} options={options} problem={problem} />
          </TableCell>
        ) : (
          <CellView key={label} cell={cell} label={label} row={row} zone={zone} selection={selection} />
        );
      })}
      {actions && <Actions row={row} problem={problem} />}
    </tr>
  );
}

/** Whether a row has actions. */
export const hasActions = ({ openTo, editTo, deleteTo }: Row): boolean =>
  [openTo, editTo, deleteTo].some(Boolean);

function Actions({ row, problem }: Pick<ListRowProps, "row" | "problem">) {
  if (row.inline)
    return (
      <RowActions>
        <InlineForm row={row} problem={problem} />
      </RowActions>
    );
  return (
    <RowActions>
      {row.openTo && (
        <LinkButton to={row.openTo} size="sm" aria-label={`Open ${row.title}`}>
          Open
        </LinkButton>
      )}
      {row.editTo && (
        <LinkButton to={row.editTo} size="sm" aria-label={`Edit ${row.title}`}>
          Edit
        </LinkButton>
      )}
      {row.deleteTo && (
        <LinkButton to={row.deleteTo} size="sm" variant="danger-quiet" aria-label={`Delete ${row.title}`}>
          Delete
        </LinkButton>
      )}
    </RowActions>
  );
}

/** Publishes or unpublishes the record with one click. */
function PublishButton(props: NonNullable<Row["publish"]> & { title: string; from: "published" | "draft" }) {
  const { to: action, version, title, from } = props;
  const [to, word] = from === "draft" ? ["published", "Publish"] : ["draft", "Unpublish"];
  return (
    <form method="post" action={action} className="publish">
      <input type="hidden" name="version" value={version} />
      <Button
        name="status"
        value={to}
        size="sm"
        variant="quiet"
        busyText="Saving..."
        aria-label={`${word} ${title}`}
      >
        {word}
      </Button>
    </form>
  );
}

type CellViewProps = { cell: Cell; label: string; row: Row; zone: string; selection?: Selection };

function CellView({ cell, label, row, zone, selection }: CellViewProps) {
  switch (cell.kind) {
    case "title":
      return <Title cell={cell} row={row} selection={selection} />;
    case "portrait":
      return (
        <TableCell className="thumb thumb--round">
          <Avatar name={cell.name} picture={cell.src} />
        </TableCell>
      );
    case "switch":
      return (
        <TableCell label={label}>
          <InlineSelect {...cell} value={cell.text} />
          {cell.sub && <span className="sub">{cell.sub}</span>}
        </TableCell>
      );
    case "picture":
      return (
        <TableCell className="thumb">
          {cell.picture ? <Thumb picture={cell.picture} whole={cell.whole} /> : <NoPicture />}
        </TableCell>
      );
    case "badge":
      return (
        <TableCell label={label}>
          <Badge tone={cell.tone}>{cell.text}</Badge>
          {cell.at && <Minute at={cell.at} zone={zone} />}
          {cell.until && <Minute at={cell.until} zone={zone} word="until" />}
          {cell.publication && row.publish && (
            <PublishButton {...row.publish} title={row.title} from={cell.publication} />
          )}
        </TableCell>
      );
    case "side":
      return (
        <TableCell label={label}>
          <BuySellTag side={cell.side} />
        </TableCell>
      );
    case "time":
      return (
        <TableCell label={label} className="created">
          <Time at={cell.iso} style="short-date" zone={zone} />
          <span className="sub">
            <Time at={cell.iso} style="time" zone={zone} />
          </span>
          {cell.warning && <Badge tone="warn">{cell.warning}</Badge>}
        </TableCell>
      );
    case "change":
      return (
        <TableCell label={label} numeric>
          {cell.direction ? <ChangeText text={cell.text} direction={cell.direction} /> : <UnknownChange />}
        </TableCell>
      );
    case "number":
      return (
        <TableCell label={label} numeric>
          {cell.to ? <NumberLink text={cell.text} to={cell.to} label={label} title={row.title} /> : cell.text}
          {cell.sub && <span className="sub">{cell.sub}</span>}
          {cell.day && (
            <span className="sub">{formatTime(`${cell.day}T00:00:00Z`, "short-date", "UTC")}</span>
          )}
        </TableCell>
      );
    case "link":
      return (
        <TableCell label={label}>
          <NumberLink text={cell.text} to={cell.to} label={label} title={row.title} />
        </TableCell>
      );
    default:
      return (
        <TableCell label={label} className={cell.kind === "text" ? "words" : undefined}>
          {cell.text}
          {cell.sub && <span className="sub">{cell.sub}</span>}
        </TableCell>
      );
  }
}

type TitleProps = { cell: Extract<Cell, { kind: "title" }>; row: Row; selection?: Selection };

function Title({ cell, row, selection }: TitleProps) {
  const to = cell.to || row.openTo || row.editTo;
  const content = cell.short === undefined ? cell.text : <BreakableUrl text={cell.short} />;
  return (
    <RowHeader title name={selection && row.title} sub={cell.sub}>
      {selection && <SelectRow id={row.id} title={row.title} {...selection} />}
      {to ? <a href={to}>{content}</a> : content}
      {row.mark && (
        <span className="block">
          <Badge tone={row.mark.tone}>{row.mark.text}</Badge>
        </span>
      )}
    </RowHeader>
  );
}

/** A URL that breaks after its host. */
function BreakableUrl({ text }: { text: string }) {
  const path = text.indexOf("/") + 1;
  return (
    <>
      {text.slice(0, path)}
      <wbr />
      {text.slice(path)}
    </>
  );
}

/** A figure that links to its details. */
function NumberLink({ text, to, label, title }: { text: string; to: string; label: string; title: string }) {
  return (
    <a href={to}>
      {text}
      <span className="sr">{` ${label}, ${title}`}</span>
    </a>
  );
}

function Thumb({ picture, whole }: { picture: CellPicture; whole?: boolean }) {
  if (whole) return <Picture {...picture} alt="" sizes="96px" className="pic--framed" />;
  const className = isWide(picture) ? "pic--whole" : undefined;
  return <Picture {...picture} alt="" ratio="3x2" sizes="72px" className={className} />;
}

/** The day above the time, as narrow as the Created column. */
function Minute({ at, zone, word }: { at: string; zone: string; word?: string }) {
  return (
    <>
      <span className="sub">
        {word} <Time at={at} style="short-date" zone={zone} />
      </span>
      <span className="sub">
        <Time at={at} style="time" zone={zone} />
      </span>
    </>
  );
}
