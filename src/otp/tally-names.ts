/** Sends of live keys by the minute: `accepted`, or `refused` for whatever reason. */
export const SEND_TALLY = 'sends';
/** Live messages that failed by the hour and their reason. One that is delivered after all stays counted. */
export const FAILURE_TALLY = 'failures';
