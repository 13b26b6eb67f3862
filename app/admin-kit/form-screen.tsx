import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, LinkButton } from "~/ui/button";
import { Sheet, SheetBody, SheetFoot, SheetHead } from "~/ui/dialog";
import { truncate } from "~/ui/format";
import { Note } from "~/ui/message";
import { Time } from "~/ui/time";
import { SubmitButton } from "~/web/form";
import { useRootData } from "~/web/root-data";
import { adminMeta } from "./admin-page";
import { FormBody } from "./form-body";
import type { FormScreenData } from "./form-screen.server";
import { RecordForm, type RecordFormProps } from "./record-form";

export const formMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as FormScreenData | undefined)?.heading);

type FormScreenProps = Pick<RecordFormProps, "schema" | "required"> & {
  /** Stands before the first field. */
  above?: ReactNode;
};

/** Any form over its list, empty or filled. After a failed save it shows what was typed. */
export function FormScreen({ above, ...checks }: FormScreenProps) {
  const form = useLoaderData() as FormScreenData;
  const { heading, backTo, multipart, about, copyOf, another, copyTo, fields, restored } = form;
  return (
    <Sheet>
      <RecordForm {...checks} fields={fields} multipart={multipart} guarded>
        <SheetHead title={heading} of={about?.title ?? (copyOf && `A copy of ${copyOf}`)} closeTo={backTo} />
        <SheetBody>
          <FormBody
            form={form}
            above={
              <>
                {restored && <OlderVersionNote {...restored} />}
                {above}
              </>
            }
          />
        </SheetBody>
        <SheetFoot closeTo={backTo} about={about && <History {...about} />}>
          <SubmitButton busyText="Saving...">Save</SubmitButton>
          {another && (
            <Button name={another} value="on">
              Add this and another
            </Button>
          )}
          {copyTo && <LinkButton to={copyTo}>Duplicate</LinkButton>}
        </SheetFoot>
      </RecordForm>
    </Sheet>
  );
}

/** What saving an older version would change, and what of it cannot come back. */
function OlderVersionNote({ who, at, differences, lost }: NonNullable<FormScreenData["restored"]>) {
  const { siteTz } = useRootData();
  return (
    <Note title="An older version">
      <p>
        The form holds what was there before {who} changed it,{" "}
        <Time at={at} style="short-datetime" zone={siteTz} />.{" "}
        {differences.length > 0 ? "Saving it makes it the newest version:" : "That is what is there now."}
      </p>
      <ul className="differences">
        {differences.map(({ label, from, to }) => (
          <li key={label}>
            {label}: {quote(from)} <span aria-hidden="true">→</span>
            <span className="sr">becomes</span> {quote(to)}
          </li>
        ))}
        {lost.map(({ label, reason }) => (
          <li key={label}>
            {label} stays as it is: {reason}
          </li>
        ))}
      </ul>
    </Note>
  );
}

const quote = (text: string) => (text === "" ? "empty" : `“${truncate(text)}”`);

/** Who saved it last, and the way to all that was changed. */
function History({ saved, historyTo }: NonNullable<FormScreenData["about"]>) {
  const { siteTz } = useRootData();
  return (
    <>
      {saved && (
        <>
          Last saved by {saved.who}, <Time at={saved.at} style="short-datetime" zone={siteTz} />
        </>
      )}
      {saved && historyTo && ". "}
      {historyTo && <a href={historyTo}>All changes</a>}
    </>
  );
}
