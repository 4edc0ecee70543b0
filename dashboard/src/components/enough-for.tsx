import { useTranslations } from '../i18n';

/** How many WhatsApp messages a balance pays for. */
export function EnoughFor({ balance, price }: { balance: number; price: number | undefined }) {
  const t = useTranslations('credit');
  if (price === undefined) return '\u00a0';
  return price === 0 ? t('freeMessages') : t('enoughFor', { count: Math.floor(balance / price) });
}
