import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AdminPage, useHasDialog } from "~/admin-kit/admin-page";
import { Button, LinkButton } from "~/ui/button";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { Form, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { READERS, viewSchema } from "./views.rules";
import type { newViewScreen, viewScreen } from "./views.screen.server";

const READER_OPTIONS = Object.entries(READERS).map(([value, label]) => ({ value, label }));

/** Names what a list shows. */
export function NewViewPage() {
  const data = useLoaderData<typeof newViewScreen>();
  return (
    <AdminPage>
      <ViewForm title="Save view" submit="Save view" {...data} />
    </AdminPage>
  );
}

/** Renames, shares or deletes a view. */
export function ViewPage() {
  const { deleteTo, isLeft, ...data } = useLoaderData<typeof viewScreen>();
  return (
    <AdminPage overlay={useHasDialog() && <Outlet />}>
      <ViewForm title="Edit view" submit="Save changes" isLeft={isLeft} {...data}>
        <LinkButton to={deleteTo} variant="danger-quiet">
          Delete view
        </LinkButton>
      </ViewForm>
    </AdminPage>
  );
}

type ViewFormProps = {
  title: string;
  submit: string;
  list: string;
  backTo: string;
  values: Record<string, string>;
  isLeft?: boolean;
  children?: ReactNode;
};

function ViewForm({ title, submit, list, backTo, values, isLeft, children }: ViewFormProps) {
  const error = useFormError();
  return (
    <>
      <AdminHead
        title={title}
        crumbs={[{ label: list, to: backTo }, { label: title }]}
        meta="A view keeps the search, filters, order, columns and rows per page under a name."
      />
      <Form schema={viewSchema} values={values} className="form max-w-form">
        {error && <Note tone="bad" title={error.message} />}
        <FormField name="name" label="Name" required />
        {isLeft ? (
          <input type="hidden" name="readers" value="all" />
        ) : (
          <FormField name="readers" label="Who sees it" input="radio" required options={READER_OPTIONS} />
        )}
        <div className="actions">
          <Button variant="brand" busyText="Saving...">
            {submit}
          </Button>
          <LinkButton to={backTo}>Cancel</LinkButton>
          {children}
        </div>
      </Form>
    </>
  );
}
