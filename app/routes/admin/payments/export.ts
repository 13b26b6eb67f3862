import type { LoaderFunctionArgs } from "@remix-run/node";
import { paymentsCsv } from "~/features/billing/payments.screen.server";

export const loader = (args: LoaderFunctionArgs) => paymentsCsv(args);
