import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/ui/button";
import { Sheet, SheetBody, SheetFoot, SheetHead } from "~/ui/dialog";
import { Time } from "~/ui/time";
import { SubmitButton } from "~/web/form";
import { useRootData } from "~/web/root-data";
import { adminMeta } from "./admin-page";
import { FormBody, type FormBodyProps } from "./form-body";
import type { FormScreenData } from "./form-screen.server";
import { OpenedBy } from "./openings/openings";
import { RecordForm, type RecordFormProps } from "./record-form";
import { SaveLabel } from "./save-label";

export const formMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as FormScreenData | undefined)?.heading);

export type FormScreenProps = Pick<RecordFormProps, "schema" | "required"> & {
  /** Rendered before the first field. */
  above?: ReactNode;
  /** Next to Save. */
  buttons?: ReactNode;
  /** Rendered outside the form. */
  outside?: ReactNode;
} & Pick<FormBodyProps, "companionsOf">;

/** A form over its list. After a failed save it shows the input again. */
export function FormScreen({ above, buttons, outside, companionsOf, ...checks }: FormScreenProps) {
  const form = useLoaderData() as FormScreenData;
  const { heading, backTo, multipart, about, copyOf, fields, openings, main } = form;
  const { label, busy } = form.submit ?? { label: "Save", busy: "Saving..." };
  const save = form.publishes ? <SaveLabel {...form.publishes} /> : label;
  return (
    <Sheet>
      <RecordForm {...checks} fields={fields} multipart={multipart} guarded>
        <SheetHead title={heading} of={about?.title ?? (copyOf && `A copy of ${copyOf}`)} closeTo={backTo} />
        <SheetBody>
          {openings && <OpenedBy {...openings} />}
          <FormBody form={form} companionsOf={companionsOf} above={above} />
        </SheetBody>
        <SheetFoot closeTo={backTo} about={about && <History {...about} />}>
          <SubmitButton busyText={busy} name={main?.name}>
            {main?.label ?? save}
          </SubmitButton>
          {main && !main.alone && <Button>{save}</Button>}
          {buttons}
        </SheetFoot>
      </RecordForm>
      {outside}
    </Sheet>
  );
}

/** The last save, and the link to all changes. */
function History({ saved, historyTo }: NonNullable<FormScreenData["about"]>) {
  const { siteTz } = useRootData();
  return (
    <>
      {saved && (
        <>
          Last saved by <bdi>{saved.who}</bdi>, <Time at={saved.at} style="short-datetime" zone={siteTz} />
        </>
      )}
      {saved && historyTo && ". "}
      {historyTo && <a href={historyTo}>All changes</a>}
    </>
  );
}
