import { useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/head";
import { Prose } from "~/ui/prose";
import { Pieces } from "~/ui/rich-text";
import type { PageMeta } from "~/web/meta";
import type { RenderedBlock, staticPage } from "./static-pages.server";

type Loaded = ReturnType<typeof staticPage>;

/** The head of a static page. */
export const staticMeta = (page: Loaded | undefined): PageMeta => ({
  title: page?.title ?? "",
  description: page?.summary,
});

/** A page of text. */
export function StaticPage() {
  const { title, blocks } = useLoaderData<Loaded>();
  return (
    <article className="grid gap-6">
      <PageHead title={title} />
      <Prose>
        {blocks.map((block, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks never move
          <StaticBlock key={nth} block={block} />
        ))}
      </Prose>
    </article>
  );
}

function StaticBlock({ block }: { block: RenderedBlock }) {
  if (block.kind === "heading") return <h2>{block.text}</h2>;
  if (block.kind === "paragraph")
    return (
      <p>
        {block.lines.map((line) => (
          <Pieces key="line" pieces={line} />
        ))}
      </p>
    );
  return (
    <ul>
      {block.lines.map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={nth}>
          <Pieces pieces={line} />
        </li>
      ))}
    </ul>
  );
}
