import type { ReactNode } from 'react';
import { TextLink } from '../../components/links';
import type { Figures } from './api';
import type { AnalyticsSearch } from './search';

/** Which messages a figure is of. */
export interface Which {
  status?: 'pending' | 'sent' | 'delivered' | 'failed';
  key?: number;
  reason?: Figures['reasons'][number]['reason'];
  prefix?: string;
  /** One of the days that the figures are of. */
  day?: string;
}

/** For administrators. */
interface ServiceWhich extends Which {
  device?: number;
}

/** A link to the list of some messages. */
export type LinkTo<Some = Which> = (which: Some, words: ReactNode) => ReactNode;
export type ServiceLinkTo = LinkTo<ServiceWhich>;

/** To the history of the days that the figures are of: whole ones, so of more than the last 24 hours count. */
export const toHistory =
  ({ from, to }: Figures, { mode }: AnalyticsSearch): LinkTo =>
  ({ day, ...which }, words) => (
    <TextLink inherit to="/history" search={{ from: day ?? from, to: day ?? to, mode, ...which }}>
      {words}
    </TextLink>
  );

/** To the messages of all accounts. */
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
