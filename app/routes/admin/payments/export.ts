import type { LoaderFunctionArgs } from "@remix-run/node";
import { paymentsCsv } from "~/features/membership/payments.screen.server";

export const loader = (args: LoaderFunctionArgs) => paymentsCsv(args);
