interface Outcomes {
  sent: number;
  delivered: number;
  failed: number;
}

/** How many messages have a known outcome: every share of delivered ones is of these. */
export const sizeOf = ({ sent, delivered, failed }: Outcomes) => sent + delivered + failed;

/** The share that was delivered, of all with a known outcome; null of none. The API calls it `delivery_rate`. */
export const deliveredShare = (outcomes: Outcomes) =>
  sizeOf(outcomes) === 0 ? null : outcomes.delivered / sizeOf(outcomes);
