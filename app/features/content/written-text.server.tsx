import { renderToString } from "react-dom/server";
import type { DrawText } from "~/admin-kit/fields.server";
import { chartRenderer } from "~/features/companies/text-chart";
import { textCharts } from "~/features/companies/text-charts.queries.server";
import { ArticleText } from "~/ui/article-text";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { readBesideOr } from "~/web/optional-parts.server";

/** Renders a text that staff are writing, with the components of the public pages. */
export const drawWrittenText: DrawText = async (args, text, reader) => {
  const blocks = toBlocks(text);
  const now = new Date();
  const charts = await readBesideOr(
    args,
    "preview's charts not read",
    () => textCharts(blocks, reader, now, now),
    {},
  );
  // The ids created in this render must differ from those of the page around it.
  return renderToString(<ArticleText blocks={blocks} chartOf={chartRenderer(charts)} />, {
    identifierPrefix: "preview",
  });
};
