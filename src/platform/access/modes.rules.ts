/** Modes of API keys and of their messages. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];
