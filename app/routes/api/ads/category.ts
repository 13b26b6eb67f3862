import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listReply, readOnlyAction } from "~/admin-kit/api.server";
import { AD_CATEGORIES } from "~/features/ads/ads.queries.server";
import { ads } from "~/features/ads/ads.resource.server";
import { apiReply } from "~/web/api-replies.server";
import { LIST_PARAMS } from "~/web/paging";
import { notFound, problem } from "~/web/replies.server";

export const handle = { shared: true, params: [...LIST_PARAMS, "position"] };

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    const category = AD_CATEGORIES.find((known) => known === args.params.category?.toLowerCase());
    if (!category) return notFound(`The category must be ${AD_CATEGORIES.join(" or ")}.`);
    const param = new URL(args.request.url).searchParams.get("position");
    if (param !== null && !/^([1-9]|10)$/.test(param)) {
      return problem(400, "position must be a whole number from 1 to 10.");
    }
    const position = param === null ? {} : { position: Number(param) };
    // What runs in a slot is the published ones, for staff too; drafts are on /api/ads/admin.
    return listReply(ads, args, { where: { category, status: "published", ...position } });
  });

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
