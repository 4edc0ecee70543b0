interface Target {
  driver: string;
  base_url: string;
  callback_url: string;
  settings: Readonly<Record<string, unknown>>;
}

/** A setting that is a text; others are objects. */
export function textSetting({ settings }: Pick<Target, 'settings'>, name: string): string | undefined {
  const value = settings[name];
  return typeof value === 'string' ? value : undefined;
}

/** Placeholder for the secret; the shell expands it. */
const SECRET = '$WEBHOOK_SECRET';

/**
 * The shell command that sets the callback address at the gateway; null if the gateway has only a web page for it.
 * `key` is the signing key, if known.
 */
export function callbackCommand(target: Target, key: string | null = null): string | null {
  const command = commandOf(target);
  return key === null ? command : (command?.replaceAll(`'"${SECRET}"'`, key) ?? null);
}

function commandOf(target: Target): string | null {
  const { driver, base_url: base } = target;
  const setting = (name: string) => encodeURIComponent(textSetting(target, name) ?? 'default');
  switch (driver) {
    case 'waha':
      return curl('PUT', `${base}/api/sessions/${setting('session')}`, '-H "X-Api-Key: $WAHA_API_KEY"', {
        config: callbackSettings(target),
      });
    case 'gowa':
      return curl(
        'PATCH',
        `${base}/devices/${setting('device_id')}/webhook`,
        '-u "$GOWA_USER_PASSWORD"',
        callbackSettings(target),
      );
    case 'evolution':
      return curl(
        'POST',
        `${base}/webhook/set/${setting('instance')}`,
        '-H "apikey: $EVOLUTION_API_KEY"',
        callbackSettings(target),
      );
    case 'openwa':
      return curl(
        'POST',
        `${base}/api/sessions/${setting('session')}/webhooks`,
        '-H "X-API-Key: $OPENWA_API_KEY"',
        callbackSettings(target),
      );
    default:
      return null;
  }
}

/** The settings of docs/gateways.md; a test compares them. */
export function callbackSettings({ driver, callback_url: url }: Target): object | null {
  switch (driver) {
    case 'waha':
      return {
        webhooks: [
          {
            url,
            events: ['message.ack', 'session.status'],
            hmac: { key: SECRET },
            retries: { policy: 'exponential', delaySeconds: 2, attempts: 15 },
          },
        ],
      };
    case 'gowa':
      return { webhook_url: url, webhook_secret: SECRET, webhook_events: 'message.ack' };
    case 'evolution':
      return {
        webhook: {
          enabled: true,
          url,
          byEvents: false,
          base64: false,
          headers: { jwt_key: SECRET },
          events: ['MESSAGES_UPDATE', 'CONNECTION_UPDATE'],
        },
      };
    case 'openwa':
      return {
        url,
        events: ['message.ack', 'message.received', 'session.status', 'session.restriction'],
        secret: SECRET,
        retryCount: 5,
      };
    default:
      return null;
  }
}

/** Quotes everything for the shell except the secret. */
function curl(method: string, address: string, credential: string, body: object | null): string {
  const written = JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll(SECRET, `'"${SECRET}"'`);
  return `curl -sS -X ${method} '${address.replaceAll("'", "'\\''")}' \\
  ${credential} -H 'Content-Type: application/json' \\
  -d '${written}'`;
}
