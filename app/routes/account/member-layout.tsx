import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { KeepAccount } from "~/features/accounts/keep-account";
import { accountFrame } from "~/features/site-shell/account-frame.server";
import { useNotifications } from "~/features/site-shell/auth-layout";
import { BareFrame } from "~/features/site-shell/bare-frame";
import { Footer } from "~/features/site-shell/footer";
import { FOOTER_COLUMNS, SOCIAL_LINKS } from "~/features/site-shell/site-nav";
import { useRootData, useToasts } from "~/web/root-data";
import { ThemeChoice } from "~/web/theme-choice";

export const loader = (args: LoaderFunctionArgs) => accountFrame(args);

/** Around a member's own pages. */
export default function MemberLayout() {
  const { member, supportPhone, year } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  return (
    <BareFrame
      siteName={siteName}
      member={member}
      supportPhone={supportPhone}
      notifications={useNotifications()}
      width="account"
      toasts={useToasts()}
      footer={
        <Footer
          siteName={siteName}
          columns={FOOTER_COLUMNS}
          social={SOCIAL_LINKS}
          slogan="Markets, read before the bell."
          year={year}
          note={`Times are ${siteTz}.`}
          settings={<ThemeChoice />}
        />
      }
    >
      <KeepAccount />
      <Outlet />
    </BareFrame>
  );
}
