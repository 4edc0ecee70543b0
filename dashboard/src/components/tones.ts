/** What a state asks of whoever reads it, and the colour that says so on every page. */
export const TONES = {
  /** Nothing to do. */
  good: 'teal',
  /** It goes on by itself. */
  waiting: 'yellow',
  /** It works, and goes on badly unless somebody acts. */
  needsYou: 'orange',
  /** It does not work. */
  broken: 'red',
  /** Somebody wants it so. */
  off: 'gray',
} as const;

export type Tone = keyof typeof TONES;
