/** Wrong codes of the app in a row: beyond these no code is taken, and a recovery code or an administrator must help. */
export const MISSES_MAX = 100;
/** So many typing errors cost no time. */
export const FREE_MISSES = 5;

const PAUSE_SECONDS = 30;
const PAUSE_MAX_SECONDS = 3600;

/** How long no code is taken after so many wrong ones in a row: 30 s after the last free one, then twice as long each time. */
export function codePauseSeconds(misses: number, free: number): number {
  const beyond = misses - free;
  return beyond < 0 ? 0 : Math.min(PAUSE_MAX_SECONDS, PAUSE_SECONDS * 2 ** Math.min(beyond, 10));
}
