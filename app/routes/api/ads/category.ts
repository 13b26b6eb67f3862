import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { AD_CATEGORIES, adWire, publishedAds } from "~/features/ads/ads.queries.server";
import { apiReply, notFound } from "~/http/replies.server";
import { cached, readOnlyAction } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    const category = AD_CATEGORIES.find((known) => known === args.params.category?.toLowerCase());
    if (!category) return notFound(`There are ${AD_CATEGORIES.join(" and ")} ads.`);
    const asked = new URL(args.request.url).searchParams.get("position");
    if (asked !== null && !/^([1-9]|10)$/.test(asked)) {
      return json({ message: "position must be a whole number from 1 to 10." }, 400);
    }
    const ads = await publishedAds(category, asked === null ? undefined : Number(asked));
    return cached(args.request, ads.map(adWire));
  });

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
