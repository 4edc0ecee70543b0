import type { ReactNode } from 'react';
import { TextLink } from '../../components/links';
import type { Figures } from './api';
import type { AnalyticsSearch } from './search';

/** Which messages a figure is of. */
export interface Which {
  status?: 'pending' | 'sent' | 'delivered' | 'failed';
  key?: number;
  reason?: Figures['reasons'][number]['reason'];
  /** For administrators. */
  device?: number;
  /** One of the days that the figures are of. */
  day?: string;
}

/** A link to the list of some messages, or the bare words where there is no such list. */
export type LinkTo = (which: Which, words: ReactNode) => ReactNode;

/** Lists go by whole days: no list has what a figure of the last 24 hours counts. */
const ofDays =
  ({ window }: Figures, linkTo: LinkTo): LinkTo =>
  (which, words) =>
    which.day !== undefined || window !== '24h' ? linkTo(which, words) : words;

/** To the history of the days that the figures are of. */
export const toHistory = (figures: Figures, { mode }: AnalyticsSearch): LinkTo =>
  ofDays(figures, ({ status, key, reason, day }, words) => (
    <TextLink
      inherit
      to="/history"
      search={{ from: day ?? figures.from, to: day ?? figures.to, mode, status, key, reason }}
    >
      {words}
    </TextLink>
  ));

/** To the messages of all accounts, which have keys of their own. */
export const toMessages = (figures: Figures, { mode }: AnalyticsSearch): LinkTo =>
  ofDays(figures, ({ status, reason, device, day }, words) => (
    <TextLink
      inherit
      to="/admin/messages"
      search={{
        from: day ?? figures.from,
        to: day ?? figures.to,
        mode: mode ?? 'live',
        status,
        reason,
        device,
      }}
    >
      {words}
    </TextLink>
  ));
