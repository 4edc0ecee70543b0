import type { ReactNode } from 'react';
import { TextLink } from '../../components/links';
import type { Figures } from './api';
import type { AnalyticsSearch } from './search';

/** Filter for the messages behind a figure. */
export interface Which {
  status?: 'pending' | 'sent' | 'delivered' | 'failed';
  key?: number;
  reason?: Figures['reasons'][number]['reason'];
  prefix?: string;
  /** A single day of the range. */
  day?: string;
}

interface ServiceWhich extends Which {
  device?: number;
}

/** Renders a link to a filtered message list. */
export type LinkTo<Some = Which> = (which: Some, words: ReactNode) => ReactNode;
export type ServiceLinkTo = LinkTo<ServiceWhich>;

/** Links to the history. It filters by whole days, so it may show more than the last 24 hours. */
export const toHistory =
  ({ from, to }: Figures, { mode }: AnalyticsSearch): LinkTo =>
  ({ day, ...which }, words) => (
    <TextLink inherit to="/history" search={{ from: day ?? from, to: day ?? to, mode, ...which }}>
      {words}
    </TextLink>
  );

/** Links to the messages of all accounts. */
export const toMessages =
  ({ from, to }: Figures, { mode }: AnalyticsSearch): ServiceLinkTo =>
  ({ day, ...which }, words) => (
    <TextLink
      inherit
      to="/admin/messages"
      search={{ from: day ?? from, to: day ?? to, mode: mode ?? 'live', ...which }}
    >
      {words}
    </TextLink>
  );
