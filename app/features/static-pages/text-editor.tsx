import { useActionData } from "@remix-run/react";
import { OpenedBy, type Openings } from "~/admin-kit/openings/openings";
import { SettingsPage } from "~/features/site-settings/settings-page";
import { SETTINGS_PATHS } from "~/features/site-settings/site-settings.rules";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Textarea } from "~/ui/field";
import { Section } from "~/ui/head";
import { useFormError } from "~/web/form";
import type { StaticPageName } from "./static-pages.rules";
import type { StaticPageData } from "./static-pages.server";
import { PRIVACY_WORDS, TEXT_WORDS } from "./static-text";
import { PREVIEW } from "./text-form.rules";
import { DrawnText, Versions } from "./text-pages";

type EditorProps = {
  page: StaticPageName;
  label: string;
  readAt: string;
  body: string;
  version: number;
  number: number;
  openings: Openings;
  versions: Parameters<typeof Versions>[0]["versions"];
  olderTo?: string;
};

const placeholderHint = (page: StaticPageName): string =>
  [...TEXT_WORDS, ...(page === "privacy" ? PRIVACY_WORDS : [])].map((word) => `{${word}}`).join(", ");

type Previewed = { preview: StaticPageData; typed: string; version?: number };

function usePreview(): Previewed | undefined {
  const answer = useActionData<object>();
  return answer && "preview" in answer ? (answer as Previewed) : undefined;
}

/**
 * `/admin/settings/texts/{page}`. It has no state in the browser: one form has two buttons, and a form sent
 * by script does not include the pressed one.
 */
export function TextEditor(props: EditorProps) {
  const { page, label, readAt, body, version, number, openings, versions, olderTo } = props;
  const problem = useFormError();
  const previewed = usePreview();
  const error = problem?.fieldErrors.body;
  const theirs = problem?.theirs?.body;
  const by = problem?.theirsBy?.body;
  const isUnsaved = problem !== undefined || previewed !== undefined;
  return (
    <SettingsPage
      tab={SETTINGS_PATHS.texts}
      title={label}
      crumbs={[{ label: "Texts", to: SETTINGS_PATHS.texts }, { label }]}
      meta={<a href={readAt}>{`View the published page, version ${number}`}</a>}
    >
      {problem && (
        <ErrorSummary
          title={`Nothing was published: ${error ? "the text needs another look" : problem.message}`}
          errors={error ? [{ href: "#body", message: error }] : []}
          hint={
            theirs === undefined
              ? undefined
              : "Your text is kept. It appears first below, followed by the version now published. Publish again to use yours."
          }
        />
      )}
      <form method="post" className="grid gap-5" data-guard={isUnsaved ? "unsaved" : ""}>
        <input type="hidden" name="version" value={problem?.version ?? previewed?.version ?? version} />
        <OpenedBy {...openings} />
        <Textarea
          name="body"
          label="Text"
          rows={24}
          defaultValue={problem?.repopulateFields.body ?? previewed?.typed ?? body}
          error={error}
          hint={`Markdown. A first line that starts with one # is the title. [Words](/path) link to a page of this site. ${placeholderHint(page)} are filled in automatically.`}
        />
        <div className="actions">
          <Button variant="brand" busyText="Publishing...">
            Publish
          </Button>
          <Button name={PREVIEW} value="1">
            Preview
          </Button>
        </div>
      </form>
      {previewed && (
        <Section title="Preview: not published yet" id="preview">
          <DrawnText {...previewed.preview} />
        </Section>
      )}
      {theirs !== undefined && (
        <Section title={`Published by ${by ? `${by.name} on ${by.at}` : "somebody else"}`}>
          <p className="whitespace-pre-line break-words">{theirs}</p>
        </Section>
      )}
      <Versions versions={versions} current={number} olderTo={olderTo} />
    </SettingsPage>
  );
}
