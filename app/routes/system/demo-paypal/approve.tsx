import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { demoMerchant } from "~/features/billing/paypal/simulator/account.server";
import { BANK_OUTCOMES, findOrder } from "~/features/billing/paypal/simulator/order-store.server";
import { approveOrder, buyerCancelUrl } from "~/features/billing/paypal/simulator/orders.server";
import { AuthPanel, BareFrame } from "~/features/site-shell/bare-frame";
import { Button } from "~/ui/button";
import { ChoiceList } from "~/ui/choice-list";
import { Facts } from "~/ui/facts";
import { MoreFields } from "~/ui/field";
import { formatMoney } from "~/ui/format";
import { Note } from "~/ui/message";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "Approve your payment (simulated)", noIndex: true });

async function orderOf({ request }: Pick<LoaderFunctionArgs, "request">) {
  demoMerchant();
  const order = await findOrder({ id: new URL(request.url).searchParams.get("token") ?? "" });
  if (!order) throw notFound("The simulator has no such order.");
  return order;
}

export async function loader(args: LoaderFunctionArgs) {
  const { id, brand, description, amount, currency, status } = await orderOf(args);
  return {
    id,
    brand,
    description,
    amount,
    currency,
    open: status === "CREATED",
    endings: [...BANK_OUTCOMES],
  };
}

export async function action(args: ActionFunctionArgs) {
  const order = await orderOf(args);
  const form = new URLSearchParams(await args.request.text());
  if (form.get("decision") !== "approve") return redirect(buyerCancelUrl(order), 303);
  const ending = BANK_OUTCOMES.find((known) => known === form.get("ending")) ?? "completes";
  return redirect(await approveOrder(order.id, ending), 303);
}

export default function Approve() {
  const { id, brand, description, amount, currency, open, endings } = useLoaderData<typeof loader>();
  const { siteName } = useRootData();
  return (
    <BareFrame siteName={siteName} plain horizon>
      <AuthPanel title="Approve your payment" meta="This is a simulator, not PayPal.">
        <Note tone="warn" title="No money moves.">
          This page exists only in the demo and answers as PayPal would.
        </Note>
        <Facts
          items={[
            { label: "Pay to", value: brand },
            { label: "For", value: description },
            { label: "Order", value: id },
            { label: "Total", value: <strong>{formatMoney(amount, currency)}</strong> },
          ]}
        />
        {!open && <p>You have already approved this payment.</p>}
        <form className="form" method="post">
          {open && (
            <MoreFields label="Try another outcome">
              <ChoiceList
                label="After approval the payment"
                name="ending"
                options={endings}
                defaultValue="completes"
              />
            </MoreFields>
          )}
          <div className="actions">
            <Button variant="brand" size="lg" name="decision" value="approve" busyText="Approving...">
              Approve
            </Button>
            <Button size="lg" name="decision" value="cancel">
              Cancel
            </Button>
          </div>
        </form>
      </AuthPanel>
    </BareFrame>
  );
}
