import { Button, LinkButton } from "~/ui/button";
import { Control } from "~/ui/control";
import { Note } from "~/ui/message";
import { useFormError } from "~/web/form";
import { ALERTS_PATH, KIND_CHOICES } from "./price-alerts.rules";

type AlertFormProps = { values: { company: string; kind: string; level: string } };

/** The form of a new or existing alert. It needs no script. */
export function AlertForm({ values }: AlertFormProps) {
  const error = useFormError();
  const typed: Record<string, string> = error?.repopulateFields ?? values;
  const field = (name: keyof AlertFormProps["values"]) => ({
    name,
    value: typed[name] ?? "",
    error: error?.fieldErrors[name],
    required: true,
  });
  return (
    <form method="post" className="form" noValidate>
      {error && <Note tone="bad" title={error.title} />}
      <Control
        {...field("company")}
        input="text"
        label="Company"
        hint="Its symbol, for example NVDA."
        autoComplete="off"
      />
      <Control {...field("kind")} input="radio" label="Alert me when the price" options={KIND_CHOICES} />
      <Control
        {...field("level")}
        input="number"
        label="Price or percentage"
        hint="A price in the currency shown on the company’s page, or 0.1 to 100 per cent."
        autoComplete="off"
      />
      <div className="actions">
        <Button variant="brand" busyText="Saving...">
          Save alert
        </Button>
        <LinkButton to={ALERTS_PATH} variant="quiet">
          Cancel
        </LinkButton>
      </div>
    </form>
  );
}
