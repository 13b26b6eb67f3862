import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "~/ui/button";
import { DeclaredFormScreen } from "./declared-form-screen";
import type { FormScreenData } from "./form-screen.server";
import { OlderVersionNote } from "./older-version-note";
import "./library/library.css";
import { DiscardForms, PreviewButton, useCompanions, WritingHead } from "./writing/writing";

/**
 * A declared record's form: with copies, older versions and Markdown editing, which other forms do not load.
 */
export function RecordFormScreen({ above, buttons }: { above?: ReactNode; buttons?: ReactNode }) {
  const { restored, another, previewTo, links, writing } = useLoaderData() as FormScreenData;
  const companionsOf = useCompanions(writing, previewTo);
  return (
    <DeclaredFormScreen
      companionsOf={companionsOf}
      above={
        <>
          {writing && <WritingHead {...writing} />}
          {restored && <OlderVersionNote {...restored} />}
          {above}
        </>
      }
      buttons={
        <>
          {another && (
            <Button name={another} value="on">
              Save and add another
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
