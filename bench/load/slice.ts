/** A slice of the measurement: how a service is loaded, and for how long. */
export interface Slice {
  port: number;
  /** Live API keys that the sends take turns with. */
  keys: string[];
  /** The serial of the first send: see Requests. */
  serial: number;
  /** `closed`: each connection sends again after its response. `open`: sends do not wait for earlier responses. */
  load: { kind: 'closed'; connections: number } | { kind: 'open'; perSecond: number; seed: number };
  /** Load before the window, not measured. */
  rampMs: number;
  windowMs: number;
  /** Processes whose CPU time is taken over the window, in groups. */
  meters: Record<string, number[]>;
}

export interface SliceResult {
  /** Responses by status over the whole slice, including ramp and end. Status 0: no response. */
  statuses: Record<string, number>;
  window: {
    ms: number;
    /** Sends with a response 200 in the window; under an open load: that were due in the window. */
    accepted: number;
    /** Their latency; under an open load from the moment when a send was due. Null if there was none. */
    p50Ms: number | null;
    p99Ms: number | null;
    /** CPU seconds by group. */
    cpuSeconds: Record<string, number>;
  };
  /** Median time by which an open load was behind its own plan; 0 for a closed one. */
  lateP50Ms: number;
}
