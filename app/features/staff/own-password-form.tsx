import { useLoaderData } from "@remix-run/react";
import type { FormScreenData } from "~/admin-kit/form-screen.server";
import { PageForm } from "~/admin-kit/page-form";
import { ownPasswordFormSchema, PASSWORD_FORM_REQUIRED } from "./own-password.rules";

/** The form to change the own password. */
export function PasswordForm() {
  const form = useLoaderData() as Pick<FormScreenData, "fields" | "version">;
  return (
    <PageForm
      form={form}
      schema={ownPasswordFormSchema}
      required={PASSWORD_FORM_REQUIRED}
      submit="Change password"
      busyText="Saving..."
      guarded={false}
    />
  );
}
