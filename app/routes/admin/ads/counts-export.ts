import type { LoaderFunctionArgs } from "@remix-run/node";
import { countsCsv } from "~/features/ads/ad-counts.screen.server";

export const loader = (args: LoaderFunctionArgs) => countsCsv(args);
