import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/features/auth/viewer.server";
import { FIGURES_OF } from "~/features/calls/author-calls.rules";
import { authorAt } from "~/features/content/authors/author.queries.server";
import { authorHref } from "~/features/content/authors/author.rules";
import { AuthorFigures, describeWork, EndedCalls, OpenCalls } from "~/features/content/authors/author-page";
import { DailyBriefCard } from "~/features/content/briefs/brief-card";
import { NewsStory } from "~/features/content/news/news-story";
import { Avatar } from "~/ui/avatar";
import { Columns } from "~/ui/columns";
import { pluralize } from "~/ui/format";
import { PageHead, Section } from "~/ui/head";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { profilePage } from "~/web/structured-data";

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return pageMeta(args, { title: "Author not found", noIndex: true });
  const { name } = args.data;
  const path = authorHref(name) ?? "";
  return pageMeta(args, {
    title: name,
    description: `What ${name} wrote and called, and how the calls went.`,
    path,
    jsonLd: profilePage({ name, path }),
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const { slug = "" } = args.params;
  const author = await authorAt(await viewerOf(args), slug);
  if (!author) throw notFound("Author not found.");
  if (author.slug !== slug) throw redirect(`/author/${encodeURIComponent(author.slug)}`, 301);
  return author;
}

export default function AuthorPage() {
  const { name, calls, briefs, news } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const { figures, openCount, ended, open } = calls;
  return (
    <article>
      <PageHead before={<Avatar name={name} />} title={name} meta={describeWork(calls)} />
      {figures.settled > 0 && <AuthorFigures figures={figures} openCount={openCount} most={FIGURES_OF} />}
      {open.length < openCount && (
        <p className="meta">
          {`${pluralize(openCount - open.length, "open call")} for members: what they are becomes public some time after their end.`}
        </p>
      )}
      {ended.length > 0 && (
        <Section title="How the calls went" more={{ label: "The whole record", to: "/track-record" }}>
          <EndedCalls calls={ended} />
        </Section>
      )}
      {open.length > 0 && (
        <Section title="Open now">
          <OpenCalls calls={open} />
        </Section>
      )}
      {briefs.length > 0 && (
        <Section title="Daily Brief" to="/daily-brief">
          <Columns>
            {briefs.map((brief) => (
              <DailyBriefCard key={brief.id} brief={brief} zone={siteTz} />
            ))}
          </Columns>
        </Section>
      )}
      {news.length > 0 && (
        <Section title="News" to="/news">
          {news.map((story) => (
            <NewsStory key={story.id} story={story} zone={siteTz} />
          ))}
        </Section>
      )}
    </article>
  );
}
