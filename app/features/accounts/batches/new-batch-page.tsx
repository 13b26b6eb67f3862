import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { Button, LinkButton } from "~/ui/button";
import { Input, Textarea } from "~/ui/field";
import { pluralize } from "~/ui/format";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { useFormError } from "~/web/form";
import { LabelInput } from "../labels/label-input";
import { USERS_CRUMB } from "../labels/labels-page";
import type { newBatchScreen } from "./batches.screen.server";

export const newBatchMeta: MetaFunction<typeof newBatchScreen> = (args) => adminMeta(args, args.data?.label);

/** What to do with the selected members. */
export function NewBatchPage() {
  const { kind, label, ticked, words, backTo, suggested } = useLoaderData<typeof newBatchScreen>();
  const refused = useFormError();
  const typed = (name: string) => ({
    name,
    defaultValue: refused?.repopulateFields[name],
    error: refused?.fieldErrors[name],
    required: true,
  });
  return (
    <AdminPage>
      <AdminHead
        title={label}
        crumbs={[USERS_CRUMB, { label }]}
        meta={
          <span className="wrap-anywhere">
            {ticked === undefined
              ? words.length > 0
                ? `All members with ${words.join(" · ")}`
                : "All members"
              : pluralize(ticked, "selected member")}
          </span>
        }
      />
      {refused && <Note tone="bad" title={refused.title} />}
      <form method="post" className="form max-w-form">
        {kind.endsWith("-label") && (
          <LabelInput
            label="Label"
            required
            suggested={suggested}
            refused={refused}
            hint={kind === "add-label" ? "A new name adds a label." : undefined}
          />
        )}
        {kind === "mail" && (
          <>
            <Input label="Subject" maxLength={150} {...typed("subject")} />
            <Textarea
              label="Text"
              rows={10}
              maxLength={10_000}
              hint="Each line is a paragraph. Members who turned such emails off, and addresses that cannot be reached, get none."
              {...typed("body")}
            />
          </>
        )}
        <p className="meta">
          {kind === "export"
            ? "We list the members first. Then you can download them."
            : "We list the members first and ask you before anything changes."}
        </p>
        <div className="actions">
          <Button variant="brand" busyText="Listing...">
            List members
          </Button>
          <LinkButton to={backTo}>Cancel</LinkButton>
        </div>
      </form>
    </AdminPage>
  );
}
