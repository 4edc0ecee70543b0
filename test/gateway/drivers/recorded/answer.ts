/** One answer of a running gateway, as it was taken down. */
export interface RecordedAnswer {
  /** What of the driver's business it answers; `setup`: what an operator asks, and no driver ever does. */
  asked: 'send' | 'check' | 'health' | 'pairing' | 'newId' | 'setup';
  status: number;
  /** How long it took; absent where nobody took the time. */
  seconds?: number;
  body: unknown;
}
