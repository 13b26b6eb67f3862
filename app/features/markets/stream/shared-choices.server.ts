import type { Chosen } from "./quote-feed.rules.server";

/** Makes equal choices of quotes one object, as long as somebody has it. */
export class SharedChoices {
  private readonly byKey = new Map<string, { chosen: Chosen; users: number }>();
  private readonly keys = new WeakMap<Chosen, string>();

  /** @param ids sorted, each once */
  take(ids: readonly string[]): Chosen {
    const key = ids.join();
    const known = this.byKey.get(key);
    if (known) {
      known.users += 1;
      return known.chosen;
    }
    const chosen = new Set(ids);
    this.byKey.set(key, { chosen, users: 1 });
    this.keys.set(chosen, key);
    return chosen;
  }

  leave(chosen: Chosen): void {
    const key = this.keys.get(chosen) ?? "";
    const known = this.byKey.get(key);
    if (!known) return;
    known.users -= 1;
    if (known.users === 0) this.byKey.delete(key);
  }
}
