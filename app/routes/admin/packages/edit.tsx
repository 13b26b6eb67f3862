import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateAction } from "~/admin-kit/form-action.server";
import { RecordFormScreen } from "~/admin-kit/record-form-screen";
import { packages } from "~/features/billing/plans/packages.resource.server";
import { editPackage } from "~/features/billing/plans/packages.screen.server";
import { LinkButton } from "~/ui/button";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editPackage(args);
export const action = (args: ActionFunctionArgs) => updateAction(packages, args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditPackage() {
  const { lengthTo } = useLoaderData<typeof loader>();
  return <RecordFormScreen buttons={lengthTo && <LinkButton to={lengthTo}>Add another term</LinkButton>} />;
}
