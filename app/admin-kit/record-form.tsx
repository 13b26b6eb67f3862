import { type ReactNode, useMemo } from "react";
import type { $ZodType } from "zod/v4/core";
import { Form } from "~/web/form";
import type { RequiredFields } from "~/web/validator";
import type { FieldData } from "./field-data.server";

export type RecordFormProps = {
  fields: readonly FieldData[];
  /** Validates the answers. */
  schema: $ZodType<Record<string, unknown>>;
  /** The message for the whole form if one of these is missing. */
  required?: RequiredFields;
  multipart?: boolean;
  guarded?: boolean;
  className?: string;
  children: ReactNode;
};

/** The form element around a screen's fields, with their initial values. */
export function RecordForm({ fields, schema, ...form }: RecordFormProps) {
  const values = useMemo(() => Object.fromEntries(fields.map(({ name, value }) => [name, value])), [fields]);
  return <Form {...form} schema={schema} values={values} reloadDocument />;
}
