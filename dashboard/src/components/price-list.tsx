import type { ChannelPrice } from '../api/prices';
import { useFormat, useTranslations } from '../i18n';
import { Facts } from './facts';
import { Hint } from './hint';

/** The price of each channel, the start of its validity, and its future changes. */
export function PriceList({ prices }: { prices: readonly ChannelPrice[] }) {
  const t = useTranslations('credit.prices');
  const facts = prices.map((price) => ({
    label: t(`channels.${price.channel}`),
    value: <PriceFact price={price} />,
  }));
  return <Facts facts={facts} />;
}

function PriceFact({ price: { price, since_utc: since, next } }: { price: ChannelPrice }) {
  const t = useTranslations('credit.prices');
  const { time } = useFormat();
  const amount = useAmount();
  return (
    <>
      {amount(price)}
      {since !== null && <Hint>{t('since', { time: time(since) })}</Hint>}
      {next.map(({ price: later, valid_from_utc: from }) => (
        <Hint key={from}>{t('next', { time: time(from), price: amount(later) })}</Hint>
      ))}
    </>
  );
}

/** Formats a price. */
export function useAmount(): (price: number) => string {
  const t = useTranslations('credit.prices');
  const { rupiah } = useFormat();
  return (price) => (price === 0 ? t('free') : rupiah(price));
}
