/** Documents that every instance serves, by their path below /docs. */
export const GUIDES = {
  guide: { file: 'integrating.md', title: 'Integrating' },
  'quick-start': { file: 'quick-start.md', title: 'Quick start' },
  sending: { file: 'sending.md', title: 'Sending' },
  verifications: { file: 'verifications.md', title: 'Verifications' },
  webhooks: { file: 'webhooks.md', title: 'Webhooks' },
  // /docs/errors is the page of all codes in both languages.
  'errors-and-limits': { file: 'errors.md', title: 'Errors and limits' },
  'auth-servers': { file: 'auth-servers.md', title: 'Auth servers and frameworks' },
  gateways: { file: 'gateways.md', title: 'Gateways' },
  sms: { file: 'sms.md', title: 'SMS and Telegram' },
} as const;

export type GuideName = keyof typeof GUIDES;

export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[];

/** The served address of a link between documents; `undefined` if it is not served. */
export function servedAt(href: string): string | undefined {
  const [file, place] = href.split('#', 2);
  const name = GUIDE_NAMES.find((candidate) => GUIDES[candidate].file === file);
  return name && `/docs/${name}${place === undefined ? '' : `#${place}`}`;
}
