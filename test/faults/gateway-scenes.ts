import type { Script, SwitchesPatch } from '../../simulator/gateway.js';

/** How often, in a hundred sends, the gateway treats one so. Together they reach every branch of the money path. */
const MIX: readonly (readonly [share: number, switches: SwitchesPatch])[] = [
  [46, { timeline: 'delivered' }],
  [10, { timeline: 'sent' }],
  [9, { timeline: 'failed' }],
  [8, { refuse: { status: 400, error: 'recipient is not on WhatsApp' } }],
  [5, { dropAnswer: 'after' }],
  [4, { dropAnswer: 'before' }],
  [4, { unreadable: 'error' }],
  [4, { callbackOrder: 'early' }],
  [3, { callbackOrder: 'duplicate' }],
  [3, { callbackOrder: 'reversed' }],
  [4, { timeline: 'none' }],
];
const DELAY_MAX_MS = 60;
/** Below GATEWAY_TIMEOUT_MS, with room for a busy machine. */
const LONG_MS = 180;

export type Scene = keyof ReturnType<typeof gatewayScenes>;

/**
 * Scripts of the gateway.
 *
 * @param courier told of the sends that shall be reported while they wait for their answer, by a callback without our
 *   reference: the one kind that the inbox has to keep
 */
export function gatewayScenes(courier: (reference: string) => void) {
  const early: Script = ({ reference }) => {
    courier(reference);
    return { timeline: 'none', answerDelayMs: LONG_MS };
  };
  const mixed: Script = (send, random) => {
    let draw = random() * 100;
    const [, switches] = MIX.find(([share]) => (draw -= share) < 0) ?? [0, {}];
    if (switches.timeline === 'none') return early(send, random);
    const delay = () => Math.floor(random() * DELAY_MAX_MS);
    return { answerDelayMs: delay(), callbackDelayMs: delay(), ...switches };
  };
  return {
    /** A bit of everything. */
    mixed,
    /** Every message is reported before its send is answered. */
    early,
    /** Answers take their time and nothing is ever reported: who dies meanwhile leaves work for the recovery. */
    silent: () => ({ timeline: 'none', answerDelayMs: LONG_MS }),
    /** Taken, then answered with a 500 that says nothing. */
    'error-after': () => ({ unreadable: 'error' }),
    /** Every callback comes twice at once. */
    duplicates: () => ({ callbackOrder: 'duplicate' }),
  } satisfies Record<string, Script>;
}
