import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeviceTable } from "~/features/frame/device-table";
import { AccountSubpage } from "~/features/members/account-page";
import { devicesOf, signOutDevice, signOutEverywhere } from "~/http/devices.server";
import { pageMeta } from "~/http/meta";
import { useRootData } from "~/http/root-data";
import { endSession } from "~/http/sessions.server";
import { redirectWithToast } from "~/http/toast.server";
import { readSubmission } from "~/http/uploads.server";
import { requireMember } from "~/http/viewer.server";
import { isId } from "~/resource/find.server";
import { Button } from "~/ui/button";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Signed-in devices", hidden: true });

export async function loader(args: LoaderFunctionArgs) {
  return { devices: await devicesOf(await requireMember(args)) };
}

/** `device` names one session; without it all of them end, this one too. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args);
  const { device } = (await readSubmission(args.request)).values;
  if (device === undefined) {
    await signOutEverywhere(member);
    const headers = new Headers({ "Set-Cookie": await endSession(args.request, "member") });
    return redirectWithToast("/login", { tone: "good", text: "All devices were signed out." }, headers);
  }
  const ended = typeof device === "string" && isId(device) && (await signOutDevice(member, device));
  if (device === member.sessionId) return redirect("/login", 303);
  return redirectWithToast("/dashboard/devices", {
    tone: "good",
    text: ended ? "The device was signed out." : "That device was signed out already.",
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
