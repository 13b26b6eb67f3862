import { type Choice, choiceOf } from "~/ui/field";
import { Form, FormError, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { FIX_THE_FORM } from "~/web/validator";
import { giftSchema } from "./gift.rules";

type GiveFormProps = {
  plans: readonly Choice[];
  values: Record<string, string>;
  /** Why the server did not begin the purchase. */
  refused?: string;
};

/** The recipient and the sender of a gift. */
export function GiveForm({ plans, values, refused }: GiveFormProps) {
  const chosen = useFormError()?.repopulateFields.packageId ?? values.packageId;
  const isSold = plans.some((plan) => choiceOf(plan).value === chosen);
  // The plan chosen earlier is no longer on sale. No other plan is preselected, so nobody gives one by
  // accident.
  const options = isSold ? plans : [{ value: "", label: "Choose a plan" }, ...plans];
  return (
    <Form schema={giftSchema} values={values} className="form max-w-form" reloadDocument>
      <FormError invalidText={FIX_THE_FORM} serverError={refused} />
      <FormField input="select" name="packageId" label="Plan" options={options} required />
      <FormField
        input="email"
        name="recipientEmail"
        label="Recipient’s email"
        hint="We will email them a link as soon as you have paid. You can send it again, even to a different address."
        autoComplete="off"
        required
      />
      <FormField
        name="senderName"
        label="Your name"
        hint="The name they know you by."
        autoComplete="name"
        required
      />
      <FormField input="textarea" name="message" label="Message" rows={4} />
      <div className="actions">
        <SubmitButton busyText="Redirecting...">Continue to PayPal</SubmitButton>
      </div>
    </Form>
  );
}
