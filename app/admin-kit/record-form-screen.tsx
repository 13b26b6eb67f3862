import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "~/ui/button";
import { useFormError, useFormState } from "~/web/form";
import { DeclaredFormScreen } from "./declared-form-screen";
import type { FormScreenData } from "./form-screen.server";
import { VersionNote } from "./version-note";
import { COPY_BESIDE, SEEN_COPY, WORKING_COPY } from "./working-copies/working-copies.rules";
import "./library/library.css";
import { DiscardForms, PreviewButton, useCompanions, WritingHead } from "./writing/writing";

/**
 * A declared record's form: with copies, older versions and Markdown editing, which other forms do not load.
 */
export function RecordFormScreen({ above, buttons }: { above?: ReactNode; buttons?: ReactNode }) {
  const { note, seenCopy, copyBeside, also, previewTo, links, writing } = useLoaderData() as FormScreenData;
  const companionsOf = useCompanions(writing, previewTo);
  return (
    <DeclaredFormScreen
      companionsOf={companionsOf}
      above={
        <>
          {writing && <WritingHead {...writing} />}
          {note && <VersionNote {...note} />}
          {seenCopy && <SeenCopy drawn={seenCopy} />}
          {copyBeside && <CopyBeside shown={copyBeside} />}
          {above}
        </>
      }
      buttons={
        <>
          {also && (
            <Button name={also.name} value="on">
              {also.label}
            </Button>
          )}
          {writing && <PreviewButton />}
          {links?.map(({ label, to }) => (
            <LinkButton key={label} to={to}>
              {label}
            </LinkButton>
          ))}
          {buttons}
        </>
      }
      outside={writing && <DiscardForms {...writing} />}
    />
  );
}

/** What the form was first drawn with; after a conflict, what it shows now. */
function SeenCopy({ drawn }: { drawn: string }) {
  const { values } = useFormState();
  const seen = useFormError()?.theirs ? drawn : values[SEEN_COPY] || drawn;
  return <input type="hidden" name={SEEN_COPY} value={seen} />;
}

/** After a conflict with the working copy, the texts that the form shows next to its own. */
function CopyBeside({ shown }: { shown: string }) {
  const { values } = useFormState();
  return useFormError()?.theirs && values[WORKING_COPY] ? (
    <input type="hidden" name={COPY_BESIDE} value={shown} />
  ) : null;
}
