import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateAction } from "~/admin-kit/form-action.server";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { RecordFormScreen } from "~/admin-kit/record-form-screen";
import { PriceReadersSeeNote } from "~/features/markets/instruments/price-readers-see";
import { priceReadersSee } from "~/features/markets/instruments/price-readers-see.queries.server";
import { adminResourceOf } from "~/features/registry.server";

export const handle = { dialog: true, hydrate: true };

export async function loader(args: LoaderFunctionArgs) {
  const form = await editFormScreen(adminResourceOf(args.request), args);
  return { ...form, instead: await priceReadersSee("trade_alerts", args.params.id ?? "") };
}

export const action = (args: ActionFunctionArgs) => updateAction(adminResourceOf(args.request), args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditAlert() {
  const { instead } = useLoaderData<typeof loader>();
  return <RecordFormScreen above={<PriceReadersSeeNote instead={instead} />} />;
}
