export { type DatabaseState, STORE_CHECK_SECONDS, StoreWatch } from './store-watch.js';
