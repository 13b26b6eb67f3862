import { Icon } from "~/ui/icon";
import type { PictureSource } from "~/ui/picture";
import { BannerStrip } from "./banner-strip";
import "./banner-bar.css";

type BannerBarProps = {
  banners: readonly { id: string; title: string; url: string | null; picture: PictureSource }[];
};

/**
 * The banners in one line, cut from the newest. Opened, it shows all of them in full. Readers can dismiss
 * them.
 */
export function BannerBar({ banners }: BannerBarProps) {
  if (banners.length === 0) return null;
  const others = banners.length - 1;
  return (
    <section className="notices" aria-label="Notices">
      <div className="notices-list">
        {banners.map(({ id, title, url, picture }) => (
          <BannerStrip key={id} title={<Notice title={title} />} to={url ?? undefined} picture={picture} />
        ))}
      </div>
      <details>
        <summary>
          <span className="when-shut">{others > 0 ? `and ${others} more` : "Read in full"}</span>
          <span className="when-open">Less</span>
        </summary>
      </details>
      <form method="post" action="/banners/dismissed">
        <button type="submit" aria-label="Dismiss the notices">
          <Icon name="close" />
        </button>
      </form>
    </section>
  );
}

/** The first sentence, and the rest, which does not fit into a phone's one line. */
const SENTENCES = /^(.+?[.!?])(\s.+)$/s;

function Notice({ title }: { title: string }) {
  const [, first = title, others] = SENTENCES.exec(title) ?? [];
  return (
    <>
      {first}
      {others && <span className="notice-others">{others}</span>}
    </>
  );
}
