export const ACCOUNT_ROLES = ['owner', 'developer', 'finance', 'support', 'viewer'] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

export const ADMIN_ROLES = ['operator', 'finance', 'support'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** What a login may do: in its account, and as an administrator. */
export interface Roles {
  role: AccountRole;
  /** Null for a login that is no administrator. */
  adminRole: AdminRole | null;
}
