/** What a live message costs, or nothing. */
export const MESSAGE_COST = 200;
