/** What waits until it comes near (`content-visibility`), in the order of the page. */
const LATE = ".below > .section, .rail, .picks tbody tr, .operation";

/**
 * Lays out what is far below, a part in each moment that the browser has to spare: the page comes to its height, and a picture
 * of all of it has all of it. What lies above stays, as it would move what is being read. Where a browser does not tell of such
 * moments, a part waits until it comes near.
 */
export function layOutWhenIdle(): void {
  if (!("requestIdleCallback" in window)) return;
  // An observer tells where they are when the browser knows; asked here, it would lay out the page once more.
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    const below = entries.filter(({ boundingClientRect: { top } }) => top > innerHeight).values();
    const layOutNext = () => {
      const { value } = below.next();
      if (!value) return;
      (value.target as HTMLElement).style.contentVisibility = "visible";
      requestIdleCallback(layOutNext);
    };
    requestIdleCallback(layOutNext);
  });
  for (const part of document.querySelectorAll(LATE)) observer.observe(part);
}
