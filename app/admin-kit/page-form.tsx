import { SubmitButton } from "~/web/form";
import { FormBody } from "./form-body";
import type { FormScreenData } from "./form-screen.server";
import { OpenedBy } from "./openings/openings";
import { RecordForm, type RecordFormProps } from "./record-form";

export type PageFormProps = Pick<RecordFormProps, "schema" | "required"> & {
  form: Pick<FormScreenData, "fields" | "version" | "openings">;
  submit: string;
  busyText: string;
  /** False if leaving loses nothing: passwords are never kept. */
  guarded?: boolean;
};

/** A form within a page, not over a list. */
export function PageForm({ form, submit, busyText, guarded = true, ...checks }: PageFormProps) {
  return (
    <RecordForm
      {...checks}
      fields={form.fields}
      multipart={form.fields.some(({ input }) => input === "picture")}
      guarded={guarded}
      className="grid gap-5 max-w-form"
    >
      {form.openings && <OpenedBy {...form.openings} />}
      <FormBody form={form} />
      <div className="actions">
        <SubmitButton busyText={busyText}>{submit}</SubmitButton>
      </div>
    </RecordForm>
  );
}
