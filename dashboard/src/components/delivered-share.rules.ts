interface Outcomes {
  sent: number;
  delivered: number;
  failed: number;
}

/** How many messages have a known outcome: every share of delivered ones is of these. */
export const outcomeTotal = ({ sent, delivered, failed }: Outcomes) => sent + delivered + failed;

/** The share that was delivered, of all with a known outcome; null of none. The API calls it `delivery_rate`. */
export const deliveredShare = (outcomes: Outcomes) =>
  outcomeTotal(outcomes) === 0 ? null : outcomes.delivered / outcomeTotal(outcomes);
