import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { api, getFile, type Schemas } from '../../api/client';
import { StreamReader } from '../../api/event-stream.rules';
import { impersonatedId } from '../../api/impersonation';
import { keys } from '../../api/keys';
import { pollSteadily } from '../../api/polling';
import { meQuery } from '../../api/session';
import type { RequestsSearch } from './search';

export type RefusedRequest = Schemas['RefusedRequestItem'];

const PAGE_ROWS = 50;
/** Live rows kept in memory; older ones are on the pages of the list. */
const KEPT_MAX = 500;
const NO_ROWS: readonly RefusedRequest[] = [];
const PAUSE_MS = { first: 1_000, longest: 30_000 } as const;

/** The messages of the rows are in `language`. */
export const requestsQuery = ({ code, key, cursor }: RequestsSearch, language: string) =>
  queryOptions({
    queryKey: [...keys.requests, { code, key, cursor, language }],
    queryFn: () =>
      api.get('/api/account/requests', {
        query: { code, key_id: key, cursor, limit: PAGE_ROWS },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: impersonatedId === null ? false : pollSteadily(),
  });

/** State of the live connection. */
export type TailState = 'connecting' | 'live' | 'lost' | 'crowded';

/**
 * Live list of refused requests, newest first. Pauses while the page is hidden, and continues after the last
 * received row.
 */
export function useTail(language: string): { rows: readonly RefusedRequest[]; state: TailState } {
  const queryClient = useQueryClient();
  // Rows are in the language of the page; a change of the language reloads them.
  const [tail, setTail] = useState<{ language: string; rows: readonly RefusedRequest[] }>({
    language,
    rows: [],
  });
  const [state, setState] = useState<TailState>('connecting');
  useEffect(() => {
    // A stream would outlive the impersonation; the list is polled instead.
    if (impersonatedId !== null) return;
    let lastId: string | null = null;
    const onRow = (id: string | null, row: RefusedRequest) => {
      lastId = id ?? lastId;
      setTail((before) => {
        const known = before.language === language ? before.rows.filter((other) => other.id !== row.id) : [];
        return { language, rows: [row, ...known].slice(0, KEPT_MAX) };
      });
    };
    return whileVisible((signal) =>
      follow({
        signal,
        lastId: () => lastId,
        onRow,
        onState: setState,
        // Earlier rows are in the list.
        onOpen: () => void queryClient.invalidateQueries({ queryKey: keys.requests }),
        onSignedOut: () => queryClient.setQueryData(meQuery.queryKey, null),
      }),
    );
  }, [queryClient, language]);
  return { rows: tail.language === language ? tail.rows : NO_ROWS, state };
}

/** Runs `work` while the page is visible. Returns a function that stops it. */
function whileVisible(work: (signal: AbortSignal) => Promise<void>): () => void {
  let abort: AbortController | null = null;
  const look = () => {
    if (document.visibilityState === 'hidden') {
      abort?.abort();
      abort = null;
    } else if (abort === null) {
      abort = new AbortController();
      void work(abort.signal);
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    abort?.abort();
  };
}

interface Following {
  signal: AbortSignal;
  lastId: () => string | null;
  onOpen: () => void;
  onRow: (id: string | null, row: RefusedRequest) => void;
  onState: (state: TailState) => void;
  onSignedOut: () => void;
}

/** Reconnects with growing pauses. */
async function follow(following: Following): Promise<void> {
  const { signal, onState, onSignedOut } = following;
  let pauseMs: number = PAUSE_MS.first;
  while (!signal.aborted) {
    onState('connecting');
    let waitMs = pauseMs;
    try {
      await readStream(following, () => (pauseMs = PAUSE_MS.first));
      waitMs = PAUSE_MS.first;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.isSignedOut) return onSignedOut();
      const isCrowded = error instanceof ApiError && error.code === 'rate_limited';
      onState(isCrowded ? 'crowded' : 'lost');
      if (isCrowded) waitMs = (error.retryAfterSeconds ?? 15) * 1000;
    }
    await pause(waitMs, signal);
    pauseMs = Math.min(PAUSE_MS.longest, pauseMs * 2);
  }
}

async function readStream(following: Following, onAlive: () => void): Promise<void> {
  const { signal, lastId, onOpen, onRow, onState } = following;
  const last = lastId();
  const headers = last === null ? undefined : { 'Last-Event-ID': last };
  const response = await getFile('/api/account/requests/live', { headers, signal });
  const parts = new StreamReader();
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let isOpen = false;
  for (let chunk = await chunks?.read(); chunk && !chunk.done; chunk = await chunks?.read()) {
    if (!isOpen) {
      isOpen = true;
      onAlive();
      onState('live');
      onOpen();
    }
    for (const { id, data } of parts.take(chunk.value))
      if (data !== null) onRow(id, JSON.parse(data) as RefusedRequest);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
