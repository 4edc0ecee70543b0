import { useLocation } from '@tanstack/react-router';
import type { RawSearch } from '../api/search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Search of the list that led here. */
    list?: object;
  }
}

/** Filters of the list that led here, for the back link; empty if the page was opened directly. */
export const useListSearch = (): RawSearch => ({ ...useLocation({ select: ({ state }) => state.list }) });
