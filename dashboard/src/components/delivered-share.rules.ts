interface Outcomes {
  sent: number;
  delivered: number;
  failed: number;
}

/** Number of messages with a known outcome: the denominator of every delivery share. */
export const outcomeTotal = ({ sent, delivered, failed }: Outcomes) => sent + delivered + failed;

/** Share of delivered messages, computed like `delivery_rate` of the API; null without messages. */
export const deliveredShare = (outcomes: Outcomes) =>
  outcomeTotal(outcomes) === 0 ? null : outcomes.delivered / outcomeTotal(outcomes);
