import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from './client';
import { keys } from './keys';

/** The rule of the service itself, so that the preview shows what is sent. */
export { fillTemplate, isTemplate, META_PRESETS } from '../../../src/platform/text/message-template.rules';

export type MessageTexts = Schemas['MessageTexts'];
export type Look = MessageTexts['usual']['id'];

/** The message texts, by language and device. */
export const messageTextsQuery = queryOptions({
  queryKey: keys.texts,
  queryFn: () => api.get('/api/account/otp/texts'),
});
