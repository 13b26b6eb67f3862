import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMember } from "~/auth/viewer.server";
import { BellList } from "~/features/site-shell/bell-list";
import { bellOf } from "~/features/site-shell/own-parts.server";
import { pageMeta } from "~/web/meta";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => pageMeta(args, { title: "Notifications", noIndex: true });

export async function loader(args: LoaderFunctionArgs) {
  return bellOf(args, await requireMember(args));
}

export default function Notifications() {
  const bell = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return <BellList bell={bell} zone={siteTz} />;
}
