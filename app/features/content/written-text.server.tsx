import { renderToString } from "react-dom/server";
import type { DrawText } from "~/admin-kit/fields.server";
import { chartRenderer } from "~/features/companies/text-chart";
import { textCharts } from "~/features/companies/text-charts.queries.server";
import { ArticleText } from "~/ui/article-text";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { readBesideOr } from "~/web/optional-parts.server";

/** A text that somebody is writing, by what readers' pages draw theirs with. */
export const drawWrittenText: DrawText = async (args, text, reader) => {
  const blocks = toBlocks(text);
  const now = new Date();
  const charts = await readBesideOr(
    args,
    "preview's charts not read",
    () => textCharts(blocks, reader, now, now),
    {},
  );
  // Ids that are made while it is drawn must not be those of the page around it.
  return renderToString(<ArticleText blocks={blocks} chartOf={chartRenderer(charts)} />, {
    identifierPrefix: "preview",
  });
};
