import type { components } from './schema';

export type Schemas = components['schemas'];
