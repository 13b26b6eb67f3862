import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listAction } from "~/admin-kit/inline-edit.server";
import { ListScreen } from "~/admin-kit/list-screen";
import { packages } from "~/features/billing/plans/packages.resource.server";
import { packagesScreen } from "~/features/billing/plans/packages.screen.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => packagesScreen(args);
export const action = (args: ActionFunctionArgs) => listAction(packages, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function PackageList() {
  const { couponsTo } = useLoaderData<typeof loader>();
  return <ListScreen related={couponsTo && <LinkButton to={couponsTo}>Coupons</LinkButton>} />;
}
