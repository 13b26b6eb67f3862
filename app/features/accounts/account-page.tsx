import type { ReactNode } from "react";
import { Tabs } from "~/ui/tabs";

type AccountTab = "personal" | "subscription" | "notifications" | "feeds" | "referrals";

const TABS: { tab: AccountTab; label: string; to: string }[] = [
  { tab: "personal", label: "Personal information", to: "/dashboard" },
  { tab: "subscription", label: "Subscription", to: "/dashboard/subscription" },
  { tab: "notifications", label: "Notifications", to: "/dashboard/notifications" },
  { tab: "feeds", label: "Feeds", to: "/dashboard/feeds" },
  { tab: "referrals", label: "Referrals", to: "/dashboard/referrals" },
];

/** 'Manage account' with its tabs; each tab is a separate page. */
export function AccountPage(props: { current: AccountTab; membership?: ReactNode; children: ReactNode }) {
  const { current, membership, children } = props;
  return (
    <>
      <header className="account-head">
        <h1>Manage account</h1>
        {membership && <p className="meta">{membership}</p>}
      </header>
      <Tabs label="Account" items={TABS.map(({ tab, ...item }) => ({ ...item, current: tab === current }))} />
      {children}
    </>
  );
}

/** A page below a tab: its title and a link back. */
export function AccountSubpage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AccountPage current="personal">
      <section className="grid gap-5 section" aria-labelledby="subpage">
        <header className="section-head">
          <h2 id="subpage">{title}</h2>
          <a href="/dashboard">Back</a>
        </header>
        {children}
      </section>
    </AccountPage>
  );
}
