import { AdminPage } from "~/admin-kit/admin-page";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { Select } from "~/ui/field";
import { pluralize } from "~/ui/format";
import { AdminHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import { LINK_DAYS, PREVIEW_READERS, READER_NAMES } from "./preview.rules";
import type { PreviewsScreenData } from "./previews.screen.server";

/** Previews of a record's page as each reader, and links for people without an account. */
export function PreviewsPage({ title, list, editTo, readers, copied, chosen, made }: PreviewsScreenData) {
  return (
    <AdminPage>
      <AdminHead
        title="Preview"
        meta={title}
        crumbs={[list, { label: "Edit", to: editTo }, { label: "Preview" }]}
      />
      <Section title="Preview as a reader" flush>
        <p>Each preview opens in a new tab and shows the saved version.</p>
        <Readers readers={readers} />
      </Section>
      {copied && (
        <Section title="Preview the working copy">
          <p>The same page as it will be when the working copy is published.</p>
          <Readers readers={copied} />
        </Section>
      )}
      <Section title="Link for people without an account">
        <p>
          Anyone with the link can see this page until it expires, and nothing else. A link cannot be revoked.
        </p>
        <form method="get" className="mt-4 flex flex-wrap items-end gap-3">
          <Select
            name="reader"
            label="Show as"
            options={PREVIEW_READERS.map((value) => ({ value, label: READER_NAMES[value] }))}
            defaultValue={chosen.reader}
          />
          <Select
            name="days"
            label="Valid for"
            options={LINK_DAYS.map((days) => ({ value: String(days), label: pluralize(days, "day") }))}
            defaultValue={String(chosen.days)}
          />
          <Button>Create link</Button>
        </form>
        {made && <MadeLink {...made} />}
      </Section>
    </AdminPage>
  );
}

function Readers({ readers }: Pick<PreviewsScreenData, "readers">) {
  return (
    <ul className="mt-4 flex flex-wrap gap-3">
      {readers.map(({ as, to }) => (
        <li key={as}>
          <a className="btn" href={to} target="_blank" rel="noopener">
            {READER_NAMES[as]}
            <span className="sr"> (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function MadeLink({ address, until }: NonNullable<PreviewsScreenData["made"]>) {
  const { siteTz } = useRootData();
  return (
    <div className="mt-6">
      <Note title="The link">
        <p>
          Valid until <Time at={until} style="datetime" zone={siteTz} />.
        </p>
        <p className="mt-2 break-words">
          <a href={address}>{address}</a>
        </p>
        <div className="actions mt-3">
          <CopyButton text={address} label="Copy link" copied="Link copied!" />
        </div>
      </Note>
    </div>
  );
}
