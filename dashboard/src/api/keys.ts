/**
 * Query keys, from wide to narrow: `[area, name, id]`. Invalidate by the area after a change:
 * `queryClient.invalidateQueries({ queryKey: keys.apiKeys })`.
 */
export const keys = {
  me: ['me'],
  settings: ['settings'],
  reset: ['reset'],
  invited: ['invited'],
  credit: ['credit'],
  prices: ['prices'],
  brands: ['brands'],
  texts: ['texts'],
  stats: ['stats'],
  history: ['history'],
  inbound: ['inbound'],
  analytics: ['analytics'],
  apiKeys: ['api-keys'],
  requests: ['requests'],
  webhooks: ['webhooks'],
  fraud: ['fraud'],
  security: ['security'],
  users: ['admin', 'users'],
  topUps: ['admin', 'top-ups'],
  invitations: ['admin', 'invitations'],
  statements: ['admin', 'statements'],
  adminPrices: ['admin', 'prices'],
  costs: ['admin', 'costs'],
  reservedBrands: ['admin', 'reserved-brands'],
  devices: ['admin', 'devices'],
  /** Separate from `devices`: at some gateways, requesting a code starts a new login. */
  pairing: ['admin', 'pairing'],
  messages: ['admin', 'messages'],
  free: ['admin', 'free-deliveries'],
  audit: ['admin', 'audit'],
  system: ['admin', 'system'],
  overview: ['admin', 'overview'],
  alerts: ['admin', 'alerts'],
} as const satisfies Record<string, readonly string[]>;
