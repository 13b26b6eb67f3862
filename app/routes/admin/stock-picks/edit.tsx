import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateAction } from "~/admin-kit/form-action.server";
import { editFormScreen } from "~/admin-kit/form-screen.server";
import { RecordFormScreen } from "~/admin-kit/record-form-screen";
import { stockPicks } from "~/features/content/picks/picks.resource.server";
import { PriceReadersSeeNote } from "~/features/markets/instruments/price-readers-see";
import { priceReadersSee } from "~/features/markets/instruments/price-readers-see.queries.server";

export const handle = { dialog: true, hydrate: true };

export async function loader(args: LoaderFunctionArgs) {
  const form = await editFormScreen(stockPicks, args);
  return { ...form, instead: await priceReadersSee("stock_picks", args.params.id ?? "") };
}

export const action = (args: ActionFunctionArgs) => updateAction(stockPicks, args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditPick() {
  const { instead } = useLoaderData<typeof loader>();
  return <RecordFormScreen above={<PriceReadersSeeNote instead={instead} />} />;
}
