import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { bonusDaysOf } from "~/access/referrals.queries.server";
import { requireMember } from "~/auth/viewer.server";
import { AccountPage } from "~/features/accounts/account-page";
import { loadMembership } from "~/features/accounts/membership.queries.server";
import { MembershipTerm } from "~/features/accounts/membership-term";
import { giftsGivenBy } from "~/features/billing/gifts/gifts.queries.server";
import { GivenGifts } from "~/features/billing/gifts/given-gifts";
import { JustGiven } from "~/features/billing/gifts/just-given";
import { renewalOffer } from "~/features/billing/orders/renewal.server";
import { moneyUnderWay, underWayText } from "~/features/billing/orders/under-way.server";
import { lastLength, lastPurchase } from "~/features/billing/payments/last-purchase.queries.server";
import { paymentsOf } from "~/features/billing/payments/member-payments.queries.server";
import { PaymentTable } from "~/features/billing/payments/payment-table";
import { LengthChoice } from "~/features/billing/plans/length-choice";
import { packagesOnSale } from "~/features/billing/plans/packages.queries.server";
import { SupportAddress } from "~/features/billing/receipts/support-address";
import { config } from "~/platform/config.server";
import { Section } from "~/ui/head";
import { EmptyState, Note } from "~/ui/message";
import { pageMeta } from "~/web/meta";
import { readBesideOr } from "~/web/optional-parts.server";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Subscription", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { id } = await requireMember(args);
  const [membership, payments, packages, bonusDays, underWay, gifts, bought] = await Promise.all([
    loadMembership(id),
    paymentsOf(id),
    packagesOnSale(),
    bonusDaysOf(id),
    moneyUnderWay(id),
    readBesideOr(args, "gifts not read", () => giftsGivenBy(id), []),
    readBesideOr(args, "last purchase not read", () => lastPurchase(id), undefined),
  ]);
  if (!membership) throw notFound("Member not found.");
  return {
    membership,
    payments,
    gifts,
    underWay: underWay && underWayText(underWay),
    forSale: packages.some(({ days }) => days !== null),
    more: renewalOffer(args, packages, { ...membership, bonusDays, had: lastLength(bought, packages) }),
    supportPhone: config().supportPhone,
    supportEmail: config().supportEmail,
  };
}

export default function Subscription() {
  const { membership, payments, gifts, underWay, forSale, more, supportPhone, supportEmail } =
    useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const given = gifts.find(({ isJustPaid }) => isJustPaid);
  return (
    <AccountPage current="subscription">
      {underWay && <Note tone="warn" title={`${underWay}. There is no need to pay again.`} />}
      {given && <JustGiven {...given} />}
      <MembershipTerm
        membership={membership}
        renewal={more}
        lengths={more?.lengths && <LengthChoice name="packageId" {...more.lengths} zone={siteTz} />}
        forSale={forSale}
        zone={siteTz}
      />
      <Section title="Payments">
        {payments.length > 0 ? (
          <PaymentTable payments={payments} zone={siteTz} />
        ) : (
          <EmptyState title="No payments yet.">Your payments appear here with their receipts.</EmptyState>
        )}
      </Section>
      {gifts.length > 0 && (
        <Section
          title="Gifts you gave"
          id="gifts"
          more={forSale ? { label: "Give another", to: "/subscription/gift" } : undefined}
        >
          <GivenGifts label="All gifts" gifts={gifts} zone={siteTz} linked />
        </Section>
      )}
      <Section title="Help">
        <p className="text-sm">
          Something wrong with a payment? <a href="/contact">Write to us</a> or message us (no calls)
          {/* On wide screens the bar above shows it. */}
          <span className="no-desk">
            : <strong className="whitespace-nowrap">{supportPhone}</strong>
          </span>
          .
          <SupportAddress email={supportEmail} />
        </p>
        <p className="text-sm text-muted">
          Tell us the date and amount of the payment. Never send us your card details.
        </p>
      </Section>
    </AccountPage>
  );
}
