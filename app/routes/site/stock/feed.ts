import type { LoaderFunctionArgs } from "@remix-run/node";
import { companyFeedReply } from "~/features/feeds/company-feed.server";

export const loader = (args: LoaderFunctionArgs) => companyFeedReply(args);
