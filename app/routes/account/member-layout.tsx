import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { accountFrame } from "~/features/frame/account-frame.server";
import { useBell } from "~/features/frame/entry-frame";
import { FOOTER_COLUMNS, SOCIAL } from "~/features/frame/places";
import { KeepAccount } from "~/features/members/keep-account";
import { useRootData, useToasts } from "~/http/root-data";
import { ThemeChoice } from "~/http/theme-choice";
import { BareFrame } from "~/ui/frames/bare-frame";

export const loader = (args: LoaderFunctionArgs) => accountFrame(args);

/** Around a member's own pages. */
export default function MemberLayout() {
  const { member, supportPhone, year } = useLoaderData<typeof loader>();
  const { siteName, siteTz } = useRootData();
  return (
    <BareFrame
      {...{ siteName, member, supportPhone }}
      notifications={useBell()}
      width="account"
      toasts={useToasts()}
      footer={{
        columns: FOOTER_COLUMNS,
        social: SOCIAL,
        slogan: "Markets, read before the bell.",
        year,
        note: `Times are ${siteTz}.`,
        settings: <ThemeChoice />,
      }}
    >
      <KeepAccount />
      <Outlet />
    </BareFrame>
  );
}
