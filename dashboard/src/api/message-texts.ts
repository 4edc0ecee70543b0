import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';

/** The service's own rule, not a copy of it: what is shown here is what is sent. */
export { fillTemplate, isTemplate, META_PRESETS } from '../../../src/platform/text/message-template.rules';

export type MessageTexts = Schemas['MessageTexts'];
export type Look = MessageTexts['usual']['id'];

/** What recipients read, by language and device. */
export const messageTextsQuery = queryOptions({
  queryKey: keys.texts,
  queryFn: () => api.get('/api/account/otp/texts'),
});
