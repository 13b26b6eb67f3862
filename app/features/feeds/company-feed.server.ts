import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { companyBySymbol } from "~/features/companies/company-by-symbol.queries.server";
import { companyFeedItems } from "~/features/companies/company-feed.queries.server";
import { companyFeedLink, companyHref } from "~/features/markets/company.rules";
import { notFound } from "~/web/replies.server";
import { FEED_ITEMS, rssReply } from "./rss-reply.server";

/**
 * Published content on a company as RSS, the same for every reader, with public calls only. A company without
 * public content has no feed.
 * @throws 404
 */
export async function companyFeedReply({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const company = await companyBySymbol(params.symbol ?? "", "public");
  if (!company) throw notFound("Feed not found.");
  const link = companyFeedLink(company);
  if (company.symbol !== params.symbol) throw redirect(link.path, 301);
  const about = `News and briefs on ${company.name}, and the results of our calls on it once they are public.`;
  const items = await companyFeedItems(company, FEED_ITEMS);
  return rssReply(request, { ...link, about, page: companyHref(company.symbol) }, items);
}
