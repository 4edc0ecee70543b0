/** Of API keys, and of all that was sent with them. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];
