import { useLocation } from '@tanstack/react-router';
import type { RawSearch } from '../api/search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search of the list that led here, which its address has no room for. */
    list?: object;
  }
}

/** What narrowed the list that led here, for the link back to it; nothing where somebody came by the address. */
export const useListSearch = (): RawSearch => ({ ...useLocation({ select: ({ state }) => state.list }) });
