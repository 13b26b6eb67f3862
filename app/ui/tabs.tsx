import type { NavEntry } from "./navigation";

/** Tabs are links to separate pages; the current one is marked visibly and for screen readers. */
export function Tabs({ label, items }: { label: string; items: (NavEntry & { to: string })[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => (
        <a key={item.to} href={item.to} aria-current={item.current ? "page" : undefined}>
          {item.label}
        </a>
      ))}
    </nav>
  );
}
