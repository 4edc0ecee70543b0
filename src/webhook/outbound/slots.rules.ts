export interface SlotCaps {
  total: number;
  perEndpoint: number;
}

/** A failing endpoint gets one call at a time, since each may take the whole timeout. */
const FAILING_AT_ONCE = 1;

/**
 * The running calls of one process. No endpoint has more than its cap. All failing endpoints together get at most half of
 * the slots, so the healthy ones are served however many others hang.
 */
export class Slots {
  private readonly byEndpoint = new Map<number, number>();
  private taken = 0;
  private takenByFailing = 0;

  constructor(private readonly caps: SlotCaps) {}

  get free(): number {
    return this.caps.total - this.taken;
  }

  /** How many more failing endpoints may have a call now. */
  get roomForFailing(): number {
    return Math.min(this.free, Math.floor(this.caps.total / 2) - this.takenByFailing);
  }

  /** Endpoints with calls under way; at most as many as there are slots. */
  get busy(): number[] {
    return [...this.byEndpoint.keys()];
  }

  /** How many more calls an endpoint may have now. */
  roomOf(endpointId: number, isFailing: boolean): number {
    const cap = isFailing ? Math.min(FAILING_AT_ONCE, this.caps.perEndpoint) : this.caps.perEndpoint;
    return Math.max(0, Math.min(this.free, cap - (this.byEndpoint.get(endpointId) ?? 0)));
  }

  /** Takes a slot; what it returns gives it back. */
  take(endpointId: number, isFailing: boolean): () => void {
    this.add(endpointId, isFailing, 1);
    return () => this.add(endpointId, isFailing, -1);
  }

  private add(endpointId: number, isFailing: boolean, delta: 1 | -1): void {
    const count = (this.byEndpoint.get(endpointId) ?? 0) + delta;
    if (count === 0) this.byEndpoint.delete(endpointId);
    else this.byEndpoint.set(endpointId, count);
    this.taken += delta;
    if (isFailing) this.takenByFailing += delta;
  }
}
