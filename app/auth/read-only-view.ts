/** Shown to staff who try to change something while they view the site as a member. */
export const READ_ONLY_VIEW = "You are viewing the site as this member, so you cannot change anything.";
