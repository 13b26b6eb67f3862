// Counts views of advertisements, articles and paywalls. A view counts when half of the advertisement or
// button, or the start of the article, was visible for one second (the Media Rating Council's viewable
// impression), once per page. A click counts when the link is followed.

const VISIBLE_SHARE = 0.5;
const VISIBLE_MS = 1000;

export function startAds(): void {
  for (const link of document.querySelectorAll<HTMLElement>("a[ping]")) countClicks(link);
  countViews(document.querySelectorAll("[data-views]"));
}

/** Not every browser sends pings. A beacon counts each click once, so the attribute is removed. */
function countClicks(link: HTMLElement): void {
  const address = link.getAttribute("ping") ?? "";
  link.removeAttribute("ping");
  const count = ({ button }: MouseEvent) => {
    // The third button opens a menu and follows nothing.
    if (button < 2) navigator.sendBeacon(address);
  };
  link.addEventListener("click", count);
  link.addEventListener("auxclick", count);
}

function countViews(marks: Iterable<Element>): void {
  /** Not counted yet, with their timers. */
  const unseen = new Map<Element, ReturnType<typeof setTimeout> | undefined>();
  for (const mark of marks) unseen.set(mark, undefined);

  const count = (mark: Element) => {
    observer.unobserve(mark);
    unseen.delete(mark);
    navigator.sendBeacon((mark as HTMLElement).dataset.views ?? "");
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        clearTimeout(unseen.get(target));
        const seen = intersectionRatio >= VISIBLE_SHARE && !document.hidden;
        if (seen) unseen.set(target, setTimeout(count, VISIBLE_MS, target));
      }
    },
    { threshold: VISIBLE_SHARE },
  );
  // Nobody sees background or prerendered pages: visibility is checked again when the page is shown.
  const checkVisible = () => {
    observer.disconnect();
    for (const [mark, timer] of unseen) {
      clearTimeout(timer);
      if (!document.hidden) observer.observe(mark);
    }
  };
  document.addEventListener("visibilitychange", checkVisible);
  checkVisible();
}
