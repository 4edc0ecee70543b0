import { queryOptions } from '@tanstack/react-query';
import { api, getFile, type Schemas } from './client';
import { keys } from './keys';

export type TopUpGuide = Schemas['TopUpGuideView'];
export type TopUpRequest = Schemas['TopUpRequestView'];

/** How to pay the operator. */
export const topUpGuideQuery = queryOptions({
  queryKey: [...keys.credit, 'guide'],
  queryFn: () => api.get('/api/account/top-up'),
});

/** The payment picture as a data URL: the request of an <img> could not send our header. */
export const topUpPictureQuery = queryOptions({
  queryKey: [...keys.credit, 'guide', 'picture'],
  queryFn: async () => dataUrlOf(await (await getFile('/api/account/top-up/picture')).blob()),
});

export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}
