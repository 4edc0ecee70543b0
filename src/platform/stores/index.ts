export { STORE_CHECK_SECONDS, StoreWatch } from './store-watch.js';
