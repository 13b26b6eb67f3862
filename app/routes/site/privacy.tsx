import type { MetaFunction } from "@remix-run/node";
import { staticMeta } from "~/features/static-pages/static-page";
import { staticPage } from "~/features/static-pages/static-pages.server";
import { pageMeta } from "~/web/meta";

export const handle = { shared: true, namesSupport: true, sidebar: 2, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) => pageMeta(args, staticMeta(args.data));

export const loader = () => staticPage("privacy");

export { StaticPage as default } from "~/features/static-pages/static-page";
