/** Documents of the repository that every instance serves, by their pages below /docs. */
export const GUIDES = {
  guide: { file: 'integrating.md', title: 'Integrating' },
  'auth-servers': { file: 'auth-servers.md', title: 'Auth servers and frameworks' },
  gateways: { file: 'gateways.md', title: 'Gateways' },
} as const;

export type GuideName = keyof typeof GUIDES;

export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[];

/** Where a link of one document to another leads: undefined where that is not served. */
export function servedAt(href: string): string | undefined {
  const [file, place] = href.split('#', 2);
  const name = GUIDE_NAMES.find((candidate) => GUIDES[candidate].file === file);
  return name && `/docs/${name}${place === undefined ? '' : `#${place}`}`;
}
