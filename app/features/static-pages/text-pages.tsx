import { SettingsPage } from "~/features/site-settings/settings-page";
import { SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";
import { Difference } from "~/features/staff/changes/difference";
import type { DiffPiece } from "~/features/staff/changes/text-diff.rules";
import { ArticleText } from "~/ui/article-text";
import { Button } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { PageHead, Section } from "~/ui/head";
import { Note } from "~/ui/message";
import { Cell, HeaderCell, RowHeader, Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { useRefusal } from "~/web/form";
import { useRootData } from "~/web/root-data";
import type { StaticPageData } from "./static-pages.server";

type Moment = string | Date;

type ListedPage = {
  label: string;
  to: string;
  readAt: string;
  newest?: { number: number; who: string; at: Moment };
};

/** `/admin/settings/texts`. */
export function TextsPage({ pages }: { pages: readonly ListedPage[] }) {
  const { siteTz } = useRootData();
  return (
    <SettingsPage tab={SETTINGS_PATHS.texts}>
      <p className="meta mb-6">The texts of the site’s own pages, in Markdown. Every version is kept.</p>
      <Table label="Pages" cards>
        <thead>
          <tr>
            <HeaderCell>Page</HeaderCell>
            <HeaderCell>Published</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {pages.map(({ label, to, readAt, newest }) => (
            <tr key={to}>
              <RowHeader sub={readAt}>
                <a href={to}>{label}</a>
              </RowHeader>
              <Cell label="Published">
                {newest ? (
                  <>
                    Version {newest.number}, {newest.who},{" "}
                    <Time at={newest.at} style="short-datetime" zone={siteTz} />
                  </>
                ) : (
                  "The text supplied with the site"
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </SettingsPage>
  );
}

type ListedVersion = { number: number; to: string; who?: string; at?: Moment; restoredFrom: number | null };

type VersionsProps = { versions: readonly ListedVersion[]; current: number; olderTo?: string };

/** Earlier versions, newest first. */
export function Versions({ versions, current, olderTo }: VersionsProps) {
  const { siteTz } = useRootData();
  return (
    <Section title="Versions">
      <Table label="Versions, newest first" cards>
        <thead>
          <tr>
            <HeaderCell>Version</HeaderCell>
            <HeaderCell>Published</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ number, to, who, at, restoredFrom }) => (
            <tr key={number}>
              <RowHeader sub={number === current ? "Published version" : undefined}>
                <a href={to}>{`Version ${number}`}</a>
              </RowHeader>
              <Cell label="Published">
                {who && at ? (
                  <>
                    {who}, <Time at={at} style="short-datetime" zone={siteTz} />
                    {restoredFrom !== null && `, restored from version ${restoredFrom}`}
                  </>
                ) : (
                  "Supplied with the site"
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {olderTo && (
        <p className="mt-3">
          <a href={olderTo}>Older versions</a>
        </p>
      )}
    </Section>
  );
}

/** A text as readers see it, with its own title. */
export function DrawnText({ title, blocks }: Pick<StaticPageData, "title" | "blocks">) {
  return (
    <article className="grid gap-6">
      <PageHead title={title} />
      <ArticleText blocks={blocks} />
    </article>
  );
}

type VersionPageProps = {
  label: string;
  pageTo: string;
  number: number;
  current: number;
  version: number;
  who?: string;
  at?: Moment;
  restoredFrom: number | null;
  isSame: boolean;
  pieces: readonly DiffPiece[];
  drawn: StaticPageData;
};

/** `/admin/settings/texts/{page}/versions/{number}`. */
export function TextVersionPage(props: VersionPageProps) {
  const { label, pageTo, number, current, version, who, at, restoredFrom, isSame, pieces, drawn } = props;
  const { siteTz } = useRootData();
  const refusal = useRefusal();
  return (
    <SettingsPage
      tab={SETTINGS_PATHS.texts}
      title={`${label}, version ${number}`}
      crumbs={[
        { label: "Texts", to: SETTINGS_PATHS.texts },
        { label, to: pageTo },
      ]}
    >
      {refusal && <Note tone="bad" title={refusal} />}
      <Facts
        row
        items={[
          { label: "Published by", value: who ?? "Supplied with the site" },
          ...(at ? [{ label: "When", value: <Time at={at} style="datetime" zone={siteTz} /> }] : []),
          ...(restoredFrom === null ? [] : [{ label: "Restored from", value: `Version ${restoredFrom}` }]),
        ]}
      />
      {isSame ? (
        <p className="meta mt-6">
          {number === current ? "This is the published version." : "The published version has the same text."}
        </p>
      ) : (
        <>
          <Section title={`Differences in version ${current}`}>
            <Difference pieces={pieces} />
          </Section>
          <form method="post" className="actions mt-6">
            <input type="hidden" name="version" value={version} />
            <Button variant="brand" busyText="Restoring...">
              {`Restore version ${number}`}
            </Button>
            <span className="meta">It becomes the newest version. All versions are kept.</span>
          </form>
        </>
      )}
      <Section title="Full text">
        <DrawnText {...drawn} />
      </Section>
    </SettingsPage>
  );
}
