import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { viewerOf } from "~/auth/viewer.server";
import { AUTHOR_FIGURE_LIMIT } from "~/features/calls/track-record/author-calls.rules";
import { authorAt } from "~/features/content/authors/author.queries.server";
import { authorHref } from "~/features/content/authors/author.rules";
import {
  AuthorFigures,
  AuthorHead,
  describeWork,
  EndedCalls,
  OpenCalls,
} from "~/features/content/authors/author-page";
import { DailyBriefCard } from "~/features/content/briefs/brief-card";
import { NewsStory } from "~/features/content/news/news-story";
import { FollowAuthor } from "~/features/marks/mark";
import { fullSizePath } from "~/platform/pictures/picture";
import { Columns } from "~/ui/card-columns";
import { Section } from "~/ui/head";
import { pageMeta } from "~/web/meta";
import { notFound } from "~/web/replies.server";
import { useRootData } from "~/web/root-data";
import { profilePage } from "~/web/structured-data";

export const handle = { shared: true, serifText: true };

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return pageMeta(args, { title: "Author not found", noIndex: true });
  const { name, profile } = args.data;
  const path = authorHref(name) ?? "";
  return pageMeta(args, {
    title: name,
    description: `Articles, briefs and calls by ${name}, and how the calls went.`,
    path,
    jsonLd: profilePage({
      name,
      path,
      description: profile?.bio ?? undefined,
      picture: profile?.portrait ? fullSizePath(profile.portrait) : undefined,
    }),
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
  const { name, slug, profile, calls, briefs, news } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  const { figures, ended, open, readsOpen } = calls;
  return (
    <article>
      <AuthorHead
        name={name}
        profile={profile}
        work={describeWork(calls)}
        after={<FollowAuthor slug={slug} name={name} />}
      />
      {figures.settled > 0 && <AuthorFigures figures={figures} most={AUTHOR_FIGURE_LIMIT} />}
      {!readsOpen && ended.length > 0 && <p className="meta">Open calls are for members.</p>}
      {ended.length > 0 && (
        <Section title="How the calls went" more={{ label: "The full track record", to: "/track-record" }}>
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
