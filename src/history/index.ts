export { HistoryModule } from './history.module.js';
export { HistoryExport } from './history-export.js';
export { MessageReader } from './message-reader.js';
export { pendingByDay } from './message-reader.js';
