/** Runs in the page: collects layout shifts without user input. */
export function watchShifts(): void {
  const moved: string[] = [];
  Object.assign(window, { moved });
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources?: { node?: Node | null }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources = [] } of list.getEntries() as Shift[]) {
      const what = sources.map(({ node }) =>
        node instanceof Element
          ? node.outerHTML.slice(0, 80)
          : `text of ${node?.parentElement?.outerHTML.slice(0, 80)}`,
      );
      if (!hadRecentInput) moved.push(`${value.toFixed(4)} ${what.join(" | ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page: the shifts so far. */
export const shiftsSoFar = (): string[] => (window as Window & { moved?: string[] }).moved ?? [];
