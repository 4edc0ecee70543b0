import { parseCallbackUrl, signerFor } from './callbacks.js';
import { DEFAULT_NUMBER, DEFAULT_TOKEN, type SimulatorOptions } from './gateway.js';
import {
  DEFAULT_SWITCHES,
  describeSwitch,
  SWITCH_NAMES,
  SwitchError,
  type Switches,
  switchFromText,
  withSwitches,
} from './switches.js';

/** A person wants to see the ticks come one by one; tests, which set switches themselves, do not want to wait. */
const CLI_CALLBACK_DELAY_MS = 800;

/** A variable with a value that the simulator cannot take; the message names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

interface Setting<T> {
  variable: string;
  shown: string;
  help: string;
  initial: T;
  /** @throws Error saying what is wrong; the caller adds the name */
  parse(text: string): T;
}

function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

function parseToken(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('must be printable ASCII without spaces');
  return text;
}

function parseNumber(text: string): string {
  if (!/^[0-9]{5,15}$/.test(text)) throw new Error('must be 5 to 15 digits');
  return text;
}

function parseSecret(text: string): string {
  try {
    signerFor(text);
  } catch {
    throw new Error('must be base64 after whsec_, or any other text');
  }
  return text;
}

const PORT: Setting<number> = {
  variable: 'SIMULATOR_PORT',
  shown: '3900',
  help: 'Port to listen on; 0 takes a free one.',
  initial: 3900,
  parse: whole(0, 65_535),
};
const HOST: Setting<string> = {
  variable: 'SIMULATOR_HOST',
  shown: '127.0.0.1',
  help: 'Address to listen on. A development tool: keep it on loopback.',
  initial: '127.0.0.1',
  parse: (text) => text,
};
const TOKEN: Setting<string> = {
  variable: 'SIMULATOR_TOKEN',
  shown: DEFAULT_TOKEN,
  help: 'What callers send as "Authorization: Bearer ...", on every path.',
  initial: DEFAULT_TOKEN,
  parse: parseToken,
};
const NUMBER: Setting<string> = {
  variable: 'SIMULATOR_NUMBER',
  shown: DEFAULT_NUMBER,
  help: 'Its own phone, as GET /status tells it.',
  initial: DEFAULT_NUMBER,
  parse: parseNumber,
};
const CALLBACK_URL: Setting<string | null> = {
  variable: 'SIMULATOR_CALLBACK_URL',
  shown: 'none',
  help: 'Where callbacks go, e.g. http://127.0.0.1:3000/api/webhook/gateway.',
  initial: null,
  parse: (text) => parseCallbackUrl(text).href,
};
const CALLBACK_SECRET: Setting<string | null> = {
  variable: 'SIMULATOR_CALLBACK_SECRET',
  shown: 'none',
  help: "Signs callbacks (Standard Webhooks); the service's GATEWAY_WEBHOOK_SECRET.",
  initial: null,
  parse: parseSecret,
};
const SEED: Setting<number> = {
  variable: 'SIMULATOR_SEED',
  shown: '1',
  help: 'Of the random refusals.',
  initial: 1,
  parse: whole(0, 2 ** 32 - 1),
};
const MAX_MESSAGES: Setting<number> = {
  variable: 'SIMULATOR_MAX_MESSAGES',
  shown: '100000',
  help: 'Messages remembered at most; the oldest are forgotten first.',
  initial: 100_000,
  parse: whole(1, 1_000_000),
};
const SETTINGS = [PORT, HOST, TOKEN, NUMBER, CALLBACK_URL, CALLBACK_SECRET, SEED, MAX_MESSAGES];

/** `answerDelayMs` is set by `SIMULATOR_ANSWER_DELAY_MS`. */
function variableOf(name: keyof Switches): string {
  return `SIMULATOR_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

/** An empty variable is one that is not set, as in a compose file. */
function read<T>(env: NodeJS.ProcessEnv, setting: Setting<T>): T {
  const text = env[setting.variable];
  if (!text) return setting.initial;
  try {
    return setting.parse(text);
  } catch (error) {
    throw new SettingError(`${setting.variable} ${error instanceof Error ? error.message : 'is wrong'}`);
  }
}

function readSwitches(env: NodeJS.ProcessEnv): Switches {
  let switches: Switches = { ...DEFAULT_SWITCHES, callbackDelayMs: CLI_CALLBACK_DELAY_MS };
  for (const name of SWITCH_NAMES) {
    const text = env[variableOf(name)];
    if (!text) continue;
    try {
      switches = withSwitches(switches, { [name]: switchFromText(name, text) });
    } catch (error) {
      if (!(error instanceof SwitchError)) throw error;
      throw new SettingError(`${variableOf(name)} takes ${describeSwitch(name).takes}`);
    }
  }
  return switches;
}

/**
 * The options of a simulator that is started from the environment.
 *
 * @throws SettingError naming the variable that is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv): SimulatorOptions & { port: number; host: string } {
  return {
    port: read(env, PORT),
    host: read(env, HOST),
    token: read(env, TOKEN),
    number: read(env, NUMBER),
    callbackUrl: read(env, CALLBACK_URL),
    callbackSecret: read(env, CALLBACK_SECRET),
    seed: read(env, SEED),
    maxMessages: read(env, MAX_MESSAGES),
    switches: readSwitches(env),
  };
}

/** Variables that look like ours but are none: most likely misspelt. */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = new Set([...SETTINGS.map((setting) => setting.variable), ...SWITCH_NAMES.map(variableOf)]);
  return Object.keys(env).filter((name) => name.startsWith('SIMULATOR_') && !known.has(name));
}

const written = (value: Switches[keyof Switches]) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What `--help` prints. */
export function helpText(): string {
  const settings = SETTINGS.map(
    ({ variable, shown, help }) => `  ${variable} (default: ${shown})\n      ${help}`,
  );
  const shown: Switches = { ...DEFAULT_SWITCHES, callbackDelayMs: CLI_CALLBACK_DELAY_MS };
  const switches = SWITCH_NAMES.map((name) => {
    const { takes, help } = describeSwitch(name);
    return `  ${variableOf(name)} (in JSON: ${name}; default: ${written(shown[name])})\n      ${help}\n      Takes: ${takes}.`;
  });
  return `Sandi's gateway simulator: a WhatsApp gateway that sends nothing and shows everything here.
A loopback development tool: it prints phones and codes, and forgets them when it stops.

Settings, as environment variables:
${settings.join('\n')}

Switches, as environment variables or, while it runs, by curl:
${switches.join('\n')}

While it runs (here with the default token and port):
  curl -H 'Authorization: Bearer ${DEFAULT_TOKEN}' http://127.0.0.1:3900/control
  curl -H 'Authorization: Bearer ${DEFAULT_TOKEN}' http://127.0.0.1:3900/control -X PATCH -d '{"refuse": 429}'
  curl -H 'Authorization: Bearer ${DEFAULT_TOKEN}' http://127.0.0.1:3900/log
  curl -H 'Authorization: Bearer ${DEFAULT_TOKEN}' http://127.0.0.1:3900/inbound -d '{"from": "6281234567890", "text": "…"}'
      plays a user who sends a text, such as the message of an inbound verification
`;
}
