import { queryOptions } from '@tanstack/react-query';
import { client, unwrap } from './client';
import { keys } from './keys';
import type { components } from './schema';

/** The service's own rule, not a copy of it: what is shown here is what is sent. */
export { fillTemplate, isTemplate, META_PRESETS } from '../../../src/common/text/message-template.rules';

export type MessageTexts = components['schemas']['MessageTexts'];
export type Look = MessageTexts['usual']['id'];

/** What recipients read, by language and device. */
export const messageTextsQuery = queryOptions({
  queryKey: keys.texts,
  queryFn: () => unwrap(client.GET('/api/account/otp/texts')),
});
