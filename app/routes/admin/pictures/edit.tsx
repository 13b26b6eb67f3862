import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateAction } from "~/admin-kit/form-action.server";
import { RecordFormScreen } from "~/admin-kit/record-form-screen";
import { PictureUses } from "~/features/pictures/picture-uses";
import { pictures } from "~/features/pictures/pictures.resource.server";
import { loadPictureForm } from "~/features/pictures/pictures.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => loadPictureForm(args);
export const action = (args: ActionFunctionArgs) => updateAction(pictures, args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditPicture() {
  const { uses, forTexts } = useLoaderData<typeof loader>();
  return <RecordFormScreen above={<PictureUses {...uses} forTexts={forTexts} />} />;
}
