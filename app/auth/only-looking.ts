/** Told to staff who see the site as a member does, and want more of it than to look. */
export const ONLY_LOOKING =
  "You see the site as this member does. You can look at everything and change nothing.";
