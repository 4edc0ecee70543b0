/** The longest password, in characters as people count them. */
export const PASSWORD_MAX = 128;
