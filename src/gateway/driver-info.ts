import { type Channel, DEFAULT_CHANNEL } from '../platform/text/channel.js';
import type { LocalizedText } from '../platform/text/language.js';

/** A mistake in a member of a setting, such as `request.path`. */
export interface SettingFault {
  member: string;
  words: LocalizedText;
}

export interface SettingSpec {
  name: string;
  /** Label for administrators, in Indonesian. */
  description: string;
  example: string;
  pattern: RegExp;
  /** Required without a default. */
  default?: string;
  /** For a JSON object in text: returns a mistake in it. */
  faultOf?: (text: string) => SettingFault | undefined;
}

/** `personal`: a linked phone; `business`: the official API; `none`: the gateway limits itself. */
export const ACCOUNT_KINDS = ['personal', 'business', 'none'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

const NO_CAPABILITIES = {
  lookup: false,
  checkNumber: false,
  pairing: false,
  /** Messages have a button that copies the code. */
  copyCode: false,
  /** The gateway writes the text; our templates and the brand are not used. */
  ownText: false,
  /** Callbacks are signed; otherwise only the secret address proves them. */
  signedCallbacks: false,
  reportsDelivery: false,
  templates: false,
  /** The gateway reports texts that users send to the device. */
  inbound: false,
};
type Capabilities = Readonly<Record<keyof typeof NO_CAPABILITIES, boolean>>;

export const capableOf = (...names: (keyof Capabilities)[]): Capabilities => ({
  ...NO_CAPABILITIES,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

export interface DriverInfo {
  title: string;
  /** Based on reports of others, not on documents of the gateway. */
  experimental: boolean;
  /** How its devices reach a phone: a send selects only devices of the channel that it wants. Default: `whatsapp`. */
  channel?: Channel;
  account: AccountKind;
  /** Minimum interval between probes, if the gateway limits requests. */
  probeFloorSeconds?: number;
  /** What the token is, in Indonesian. */
  token: string;
  settings: readonly SettingSpec[];
  /** Default of a device's `check_number`. Set it if the gateway accepts any number and never reports a missing one. */
  checksNumbers?: boolean;
  /** First version of the gateway that signs callbacks; older ones are rejected. */
  signsSince?: string;
  /** Callbacks are signed with the token of the device, so there is no other secret. */
  signsWithToken?: boolean;
  /** Callbacks may be forms instead of JSON. */
  takesForms?: boolean;
  /** Callbacks may be GET requests, whose query is the report. */
  reportsByGet?: boolean;
  /** Callbacks get a response without a body: the gateway may forward a body to the recipient. */
  emptyAnswer?: boolean;
  /** A callback may contain events of several devices. Each reads its own. */
  sharedCallbacks?: boolean;
  capabilities: Capabilities;
}

/** The channel of a driver's devices. A driver that this version does not know sends nothing. */
export const channelOf = (info: Pick<DriverInfo, 'channel'> | undefined): Channel =>
  info?.channel ?? DEFAULT_CHANNEL;
