/** Members and staff sign in separately; each rule is tested on both sides. */
export const SIGN_IN_AREAS = [
  { side: "member", page: "/login", logout: "/logout", api: "/api/auth/user/login", person: "premium" },
  {
    side: "staff",
    page: "/admin/login",
    logout: "/admin/logout",
    api: "/api/auth/admin/login",
    person: "admin",
  },
] as const;
