import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "~/ui/button";
import { pluralize } from "~/ui/format";
import { Note } from "~/ui/message";
import { ScriptOnly } from "~/ui/with-script";
import {
  DISCARD_FORM_ID,
  DISCARD_OTHER_ID,
  DRAFT_OVER,
  DRAFT_STATE_ID,
  DRAFT_TIME_ID,
  DRAFT_WRITER,
  lengthId,
  PREVIEW,
  PREVIEW_STATE_ID,
  previewId,
  READERS_ID,
} from "~/ui/writing/names";
import { TOOLS } from "~/ui/writing/tool-list";
import { useFormState } from "~/web/form";
import type { FieldCompanions } from "../form-body";
import { ServerHtml } from "../server-html";
import type { FormWriting, LeftDraft } from "./form-writing.server";
// Previews may contain charts.
import "~/ui/charts/charts.css";
import "./writing.css";

/** The result of the Preview button, if it was pressed. */
function usePreviewed(): Pick<FormWriting, "previews" | "readers" | "lengths"> | undefined {
  const answer = useActionData<{ preview: FormWriting }>();
  return answer && "preview" in answer ? answer.preview : undefined;
}

/** A scrolling region must be reachable by keyboard. */
const SCROLLS = { role: "region", "aria-label": "Preview", tabIndex: 0 } as const;

/** The elements around Markdown fields, inside the form.
 * @param previewTo the preview of the saved page for each kind of reader
 */
export function useCompanions(writing: FormWriting | undefined, previewTo?: string) {
  const previewed = usePreviewed();
  if (!writing) return undefined;
  const { previews, lengths, readers } = previewed ?? writing;
  return ({ name }: { name: string }): FieldCompanions | undefined =>
    previews[name] === undefined
      ? undefined
      : {
          tools: <Tools field={name} />,
          below: (
            <div className="writing-state meta">
              <ServerHtml id={lengthId(name)} html={lengths[name]} />
              <div>
                <ServerHtml id={DRAFT_STATE_ID} role="status" />
                <ServerHtml id={DRAFT_TIME_ID} />
              </div>
            </div>
          ),
          beside: (
            <Beside readers={readers} previewTo={previewTo}>
              <ServerHtml
                id={previewId(name)}
                className="writing-preview"
                html={previews[name]}
                {...SCROLLS}
              />
            </Beside>
          ),
        };
}

/** Only with script. */
const Tools = ({ field }: { field: string }) => (
  <ScriptOnly>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of answers */}
    <div className="writing-tools" role="group" aria-label="Formatting" data-tools={field}>
      {TOOLS.map(({ name, label, ...tool }) => (
        <button
          key={name}
          type="button"
          className="btn btn--sm"
          data-tool={name}
          {...("keys" in tool ? { title: `${label} (${tool.keys})` } : {})}
        >
          {label}
        </button>
      ))}
    </div>
  </ScriptOnly>
);

type BesideProps = { readers: string; previewTo?: string; children: ReactNode };

const Beside = ({ readers, previewTo, children }: BesideProps) => (
  <div className="writing-beside">
    <section>
      <h2>Preview</h2>
      <ServerHtml id={PREVIEW_STATE_ID} className="meta" role="status" />
      {children}
    </section>
    <section>
      <h2>Who can read what</h2>
      <ServerHtml id={READERS_ID} html={readers} />
      {previewTo && (
        <p className="mt-4">
          <LinkButton to={previewTo} size="sm">
            Preview as a reader
          </LinkButton>
        </p>
      )}
    </section>
  </div>
);

/** Data for the script, and earlier unsaved drafts, inside the form. */
export function WritingHead({ previewAt, draftAt, left, over, restored, previews }: FormWriting) {
  const { values } = useFormState();
  const previewed = usePreviewed();
  // A refused form continues its window's draft.
  const others = left.filter(({ writer }) => writer !== values[DRAFT_WRITER]);
  const [first = ""] = Object.keys(previews);
  return (
    <>
      <div hidden data-writing="" data-preview-at={previewAt} data-draft-at={draftAt}>
        <input type="hidden" name={DRAFT_WRITER} defaultValue={values[DRAFT_WRITER] ?? ""} />
        <input type="hidden" name={DRAFT_OVER} defaultValue={values[DRAFT_OVER] ?? over} />
      </div>
      {previewed && (
        <Note title="Nothing is saved yet">
          <p>
            Your text is kept below, with its <a href={`#${previewId(first)}`}>preview</a>.
          </p>
        </Note>
      )}
      {others.length > 0 && <LeftDrafts drafts={others} />}
      {restored && !previewed && (
        <Note title={`Restored: your unsaved text from ${restored}`} tone="warn">
          <div className="actions">
            <Button size="sm" form={DISCARD_FORM_ID}>
              Discard
            </Button>
          </div>
        </Note>
      )}
    </>
  );
}

/** Drafts of other windows, which can be restored or discarded. Those windows may still be open. */
function LeftDrafts({ drafts: [newest, ...older] }: { drafts: readonly LeftDraft[] }) {
  if (!newest) return null;
  if (older.length === 0)
    return (
      <Note title={`You have unsaved text from ${newest.at}`} tone="warn">
        <DraftActions {...newest} />
      </Note>
    );
  return (
    <Note title={`You have unsaved text in ${pluralize(older.length + 1, "window")}`} tone="warn">
      <ul className="left-drafts">
        {[newest, ...older].map((draft) => (
          <li key={draft.writer}>
            {draft.title && <q>{draft.title}</q>} {draft.at}
            <DraftActions {...draft} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

const DraftActions = ({ name, restoreTo, at }: LeftDraft) => (
  <div className="actions">
    <LinkButton size="sm" to={restoreTo}>
      Restore
      <span className="sr">{` the text from ${at}`}</span>
    </LinkButton>
    <Button size="sm" form={DISCARD_OTHER_ID} name={DRAFT_OVER} value={name}>
      Discard
      <span className="sr">{` the text from ${at}`}</span>
    </Button>
  </div>
);

/** The forms of the Discard buttons, outside the form that shows them. */
export const DiscardForms = ({ discardAt, over, restored }: FormWriting) => (
  <div hidden>
    <form id={DISCARD_OTHER_ID} method="post" action={discardAt} />
    {restored && (
      <form id={DISCARD_FORM_ID} method="post" action={discardAt}>
        <input type="hidden" name={DRAFT_OVER} defaultValue={over} />
        <input type="hidden" name={DRAFT_WRITER} defaultValue="" />
      </form>
    )}
  </div>
);

/** Shows a preview. With script it links to the live one. */
export const PreviewButton = () => (
  <Button name={PREVIEW} value="on" formNoValidate>
    Preview
  </Button>
);
