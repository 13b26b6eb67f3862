import { Time } from "~/ui/time";
import { usePreviewNotice } from "~/web/preview-notice";
import { useRootData } from "~/web/root-data";

/** The bar at the bottom of a preview; nothing on other pages. */
export function PreviewBar() {
  const { siteTz } = useRootData();
  const preview = usePreviewNotice();
  if (!preview) return null;
  const { as, copied, until, readers = [], backTo } = preview;
  return (
    <aside className="band sticky bottom-0 z-50" aria-label="Preview">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <p>
          {copied ? "Preview of the working copy: what a " : "Preview: what a "}
          <strong>{as}</strong> sees.
          {until && (
            <>
              {" "}
              Please do not share this page. The link expires{" "}
              <Time at={until} style="datetime" zone={siteTz} />.
            </>
          )}
        </p>
        {readers.length > 0 && (
          <nav aria-label="Other readers" className="flex flex-wrap items-center gap-4">
            {readers.map((reader) => (
              <a key={reader.to} href={reader.to} aria-current={reader.current ? "page" : undefined}>
                {reader.label}
              </a>
            ))}
            {backTo && <a href={backTo}>Back to the back-office</a>}
          </nav>
        )}
      </div>
    </aside>
  );
}
