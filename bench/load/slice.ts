/** What one slice is: how a service is loaded, and for how long. */
export interface Slice {
  port: number;
  /** Live API keys that the sends take turns with. */
  keys: string[];
  /** Of the first send: see Requests. */
  serial: number;
  /** `closed`: each connection sends again once it is answered. `open`: sends come at their time, whatever comes of the earlier. */
  load: { kind: 'closed'; connections: number } | { kind: 'open'; perSecond: number; seed: number };
  /** Load before the window, not measured. */
  rampMs: number;
  windowMs: number;
  /** Processes whose CPU time is taken over the window, in groups. */
  meters: Record<string, number[]>;
}

export interface SliceResult {
  /** Answers by status over the whole slice, ramp and end included; 0: none. */
  statuses: Record<string, number>;
  window: {
    ms: number;
    /** Answered 200: within it, or of an open load, those that were due within it. */
    accepted: number;
    /** Of those; an open send counts from the moment it was due. Null when there was none. */
    p50Ms: number | null;
    p99Ms: number | null;
    /** CPU seconds by group. */
    cpuSeconds: Record<string, number>;
  };
  /** Median time by which an open load was behind its own plan; 0 for a closed one. */
  lateP50Ms: number;
}
