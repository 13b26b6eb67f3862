import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeviceTable } from "~/auth/device-table";
import { devicesOf, signOutDevice, signOutEverywhere } from "~/auth/devices.server";
import { endSession } from "~/auth/sessions.server";
import { requireMember } from "~/auth/viewer.server";
import { AccountSubpage } from "~/features/accounts/account-page";
import { Button } from "~/ui/button";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Signed-in devices", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  return { devices: await devicesOf(await requireMember(args)) };
}

/** `device` names one session; without it all sessions end, the current one too. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  const { device } = (await readSubmission(args.request)).values;
  if (device === undefined) {
    await signOutEverywhere(member);
    const headers = new Headers({ "Set-Cookie": await endSession(args.request, "member") });
    return redirectWithToast("/login", { tone: "good", text: "All devices were signed out." }, headers);
  }
  const ended = typeof device === "string" && isUuid(device) && (await signOutDevice(member, device));
  if (device === member.sessionId) return redirect("/login", 303);
  return redirectWithToast("/dashboard/devices", {
    tone: "good",
    text: ended ? "The device was signed out." : "That device was already signed out.",
  });
}

export default function Devices() {
  const { devices } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <AccountSubpage title="Signed-in devices">
      <DeviceTable devices={devices} zone={siteTz} />
      <form method="post" className="actions">
        <Button busyText="Signing out...">Sign out everywhere</Button>
        <p className="meta">Signs you out here as well.</p>
      </form>
    </AccountSubpage>
  );
}
