import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useParams } from "@remix-run/react";
import { updateAction } from "~/admin-kit/form-action.server";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { RecordFormScreen } from "~/admin-kit/record-form-screen";
import { countsPath } from "~/features/ads/ad-counts.rules";
import { ads } from "~/features/ads/ads.resource.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editFormScreen(ads, args);
export const action = (args: ActionFunctionArgs) => updateAction(ads, args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditAd() {
  const { id = "" } = useParams();
  return <RecordFormScreen above={<a href={countsPath(id)}>Views and clicks</a>} />;
}
