import type { components } from './schema';

/** What the API takes and answers, by the names of its document. */
export type Schemas = components['schemas'];
