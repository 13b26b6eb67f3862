import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/features/accounts/account-page";
import { giftLinkSchema } from "~/features/billing/gifts/gift.rules";
import { GiftMessage } from "~/features/billing/gifts/gift-message";
import { givenGiftAction, givenGiftPage } from "~/features/billing/gifts/given-gift.screen.server";
import { GivenGifts } from "~/features/billing/gifts/given-gifts";
import { Note } from "~/ui/message";
import { Form, SubmitButton, useFormError } from "~/web/form";
import { FormField } from "~/web/form-field";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const handle = { hydrate: "on use" };

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Your gift", noIndex: true });

export const loader = (args: LoaderFunctionArgs) => givenGiftPage(args);
export const action = (args: ActionFunctionArgs) => givenGiftAction(args);

export default function GivenGift() {
  const { gift } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const refused = useFormError()?.message;
  return (
    <AccountPage current="subscription">
      <section className="grid gap-5 section" aria-labelledby="gift">
        <header className="section-head">
          <h2 id="gift">Your gift</h2>
          <a href="/dashboard/subscription">Back</a>
        </header>
        {refused && <Note tone="bad" title={refused} />}
        <GivenGifts label="Recipient and state" gifts={[gift]} zone={siteTz} />
        {gift.message && <GiftMessage text={gift.message} />}
        {gift.state === "waiting" && (
          <Form
            schema={giftLinkSchema}
            values={{ recipientEmail: gift.recipientEmail ?? "" }}
            className="form max-w-form"
          >
            <FormField
              input="email"
              name="recipientEmail"
              label="Send the link again to"
              hint="We send a new link, and the old one stops working."
              autoComplete="off"
              required
            />
            <div className="actions">
              <SubmitButton busyText="Sending...">Send the link again</SubmitButton>
            </div>
          </Form>
        )}
      </section>
    </AccountPage>
  );
}
