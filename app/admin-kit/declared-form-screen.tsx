import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { formSchema } from "./form-schema";
import { FormScreen, type FormScreenProps } from "./form-screen";
import type { FormScreenData } from "./form-screen.server";

/** A form over its list, validated by its declared fields. */
export function DeclaredFormScreen(props: Omit<FormScreenProps, "schema">) {
  const { fields } = useLoaderData() as FormScreenData;
  const schema = useMemo(() => formSchema(fields), [fields]);
  return <FormScreen {...props} schema={schema} />;
}
