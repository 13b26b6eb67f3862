import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandFile } from "~/features/site-settings/brand-files.server";

/** `/brand/{hash}.css`: the owner's colours. `/brand/{id}.png`: the logo for emails. */
export const loader = (args: LoaderFunctionArgs) => brandFile(args);
