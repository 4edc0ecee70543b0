/** Maximum of running calls to a failing endpoint: each may take the whole timeout. */
const FAILING_AT_ONCE = 1;

/** Endpoints whose last call took this long are slow. Slow and failing endpoints are called lagging. */
const SLOW_MS = 3_000;

/**
 * The running calls of one process, capped per endpoint. Lagging endpoints together get at most half of the
 * slots, so that others are not delayed.
 */
export class Slots {
  private readonly byEndpoint = new Map<number, number>();
  private taken = 0;
  private takenByLagging = 0;
  private readonly slow = new Set<number>();

  constructor(private readonly caps: { total: number; perEndpoint: number }) {}

  get free(): number {
    return this.caps.total - this.taken;
  }

  get freeForLagging(): number {
    return Math.min(this.free, Math.floor(this.caps.total / 2) - this.takenByLagging);
  }

  get slowEndpoints(): number[] {
    return [...this.slow];
  }

  isLagging(endpointId: number, isFailing: boolean): boolean {
    return isFailing || this.slow.has(endpointId);
  }

  /** Endpoints with running calls. */
  get busy(): number[] {
    return [...this.byEndpoint.keys()];
  }

  freeFor(endpointId: number, isFailing: boolean): number {
    const cap = isFailing ? Math.min(FAILING_AT_ONCE, this.caps.perEndpoint) : this.caps.perEndpoint;
    return Math.max(0, Math.min(this.free, cap - (this.byEndpoint.get(endpointId) ?? 0)));
  }

  /** Takes a slot. Call the returned function to free it, with the duration if known. */
  take(endpointId: number, isFailing: boolean): (tookMs?: number) => void {
    const isLagging = this.isLagging(endpointId, isFailing);
    this.add(endpointId, isLagging, 1);
    return (tookMs) => {
      this.add(endpointId, isLagging, -1);
      if (tookMs === undefined) return;
      if (tookMs < SLOW_MS) this.slow.delete(endpointId);
      else this.slow.add(endpointId);
    };
  }

  private add(endpointId: number, isLagging: boolean, delta: 1 | -1): void {
    const count = (this.byEndpoint.get(endpointId) ?? 0) + delta;
    if (count === 0) this.byEndpoint.delete(endpointId);
    else this.byEndpoint.set(endpointId, count);
    this.taken += delta;
    if (isLagging) this.takenByLagging += delta;
  }
}
