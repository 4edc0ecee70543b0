import { useEffect, useReducer } from 'react';
import { type ApiKey, type ApiKeyState, stateOf } from '../../api/api-keys';

/** Longer timeouts overflow and fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** State of a key; rerenders when the key expires. */
export function useKeyState(apiKey: ApiKey): ApiKeyState {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const { expires_at: end } = apiKey;
  useEffect(() => {
    if (end === null) return;
    const leftMs = Date.parse(end) - Date.now();
    if (leftMs < 0) return;
    const timer = setTimeout(rerender, Math.min(leftMs, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  }, [end]);
  return stateOf(apiKey, new Date());
}
