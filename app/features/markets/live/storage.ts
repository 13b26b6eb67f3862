/** What the pages of this browser keep for each other; null without a note, and where readers allow none. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Then each page is on its own.
  }
}
