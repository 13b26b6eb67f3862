import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { accountFrame } from "~/features/site-shell/account-frame.server";
import { useMemberBell } from "~/features/site-shell/auth-layout";
import { BareFrame } from "~/features/site-shell/bare-frame";
import { Footer } from "~/features/site-shell/footer";
import { KeepAccount } from "~/features/site-shell/keep-account";
import { footerColumns, socialLinks } from "~/features/site-shell/site-nav";
import { useRootData, useToasts } from "~/web/root-data";
import { ThemeChoice } from "~/web/theme-choice";

export const loader = (args: LoaderFunctionArgs) => accountFrame(args);

/** The frame of a member's own pages. */
export default function MemberLayout() {
  const { member, supportPhone, year } = useLoaderData<typeof loader>();
  const { siteName, siteTz, links } = useRootData();
  return (
    <BareFrame
      siteName={siteName}
      member={member}
      supportPhone={supportPhone}
      links={links}
      bell={useMemberBell()}
      width="account"
      toasts={useToasts()}
      footer={
        <Footer
          siteName={siteName}
          columns={footerColumns(links)}
          social={socialLinks(links)}
          slogan="Markets, read before the bell."
          year={year}
          note={`Times are in ${siteTz}.`}
          settings={<ThemeChoice />}
        />
      }
    >
      <KeepAccount />
      <Outlet />
    </BareFrame>
  );
}
