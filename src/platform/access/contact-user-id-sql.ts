/**
 * SQL of the id of the login that gets an account's mails: the owner who joined first. An account of an older release
 * has no members and one login, with the same id. `accountId` is an SQL expression.
 */
export const contactUserIdSql = (accountId: string) => `COALESCE((SELECT contact.user_id FROM members contact
  WHERE contact.account_id = ${accountId} AND contact.role = 'owner' AND contact.left_at IS NULL
  ORDER BY contact.joined_at, contact.user_id LIMIT 1), ${accountId})`;
