import { renderToString } from "react-dom/server";
import type { StaffViewer } from "~/auth/viewer.server";
import { Facts } from "~/ui/facts";
import type { TextPanels } from "~/ui/writing/names";
import type { RequestArgs } from "~/web/request-args.server";
import { markdownFields } from "../fields.server";
import type { ChangeableResource, ManagedRecord } from "../resource.server";
import { findReaders, leastReader, notPublishedText, type Typed } from "./readers.server";

const NOTHING = '<p class="meta">The preview appears here.</p>';

/** The panels next to a form: previews of its texts, and who can read what. */
export async function drawTextPanels<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  args: RequestArgs,
  staff: StaffViewer,
  typed: Typed,
): Promise<TextPanels> {
  const previews = await Promise.all(
    markdownFields(resource.form).map(async (field) => {
      const { name, label, maxLength = 0, draw } = field;
      const text = typed[name]?.trim() ?? "";
      if (text.length > maxLength) return [name, tooLong(label, maxLength)] as const;
      const reader = leastReader(resource, field, typed) ?? staff;
      return [name, text && draw ? await draw(args, text, reader) : NOTHING] as const;
    }),
  );
  return { previews: Object.fromEntries(previews), readers: drawReaders(resource, typed) };
}

const tooLong = (label: string, maxLength: number) =>
  renderToString(
    <p className="error">{`${label} may have at most ${maxLength.toLocaleString("en")} characters.`}</p>,
  );

function drawReaders<Row extends ManagedRecord>(resource: ChangeableResource<Row>, typed: Typed): string {
  const notes = [notPublishedText(resource.form, typed, new Date()), resource.form.readersNote?.(typed)];
  return renderToString(
    <>
      <Facts items={findReaders(resource, typed).map(({ who, reads }) => ({ label: who, value: reads }))} />
      {notes.filter(Boolean).map((note) => (
        <p className="meta" key={note}>
          {note}
        </p>
      ))}
    </>,
  );
}
