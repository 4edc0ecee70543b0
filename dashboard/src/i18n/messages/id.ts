// Messages of all pages except the initial ones, which are in initial.id.ts.
export { account } from './account.id';
export * as admin from './admin.id';
export { analytics } from './analytics.id';
export { credit } from './credit.id';
export { fraud } from './fraud.id';
export { history } from './history.id';
export { keys } from './keys.id';
export { lists } from './lists.id';
export { members } from './members.id';
export { requests } from './requests.id';
export { security } from './security.id';
export { send } from './send.id';
export { shared } from './shared.id';
export { webhooks } from './webhooks.id';
