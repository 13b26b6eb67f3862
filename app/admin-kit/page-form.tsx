import { Button } from "~/ui/button";
import type { FormErrorData } from "~/web/errors.server";
import { FormBody } from "./form-screen";
import type { FormScreenData } from "./form-screen.server";

type PageFormProps = {
  form: Pick<FormScreenData, "fields" | "version">;
  problem?: FormErrorData;
  submit: string;
  busyText: string;
  /** False where nothing is lost by leaving: passwords have to be typed again anyhow. */
  guarded?: boolean;
};

/** A form that is the page's own and lies over nothing. */
export function PageForm({ form, problem, submit, busyText, guarded = true }: PageFormProps) {
  const guard = problem ? "unsaved" : "";
  return (
    <form method="post" className="grid gap-5 max-w-form" noValidate data-guard={guarded ? guard : undefined}>
      <FormBody form={form} problem={problem} />
      <div className="actions">
        <Button variant="brand" busyText={busyText}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
