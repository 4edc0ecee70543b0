export { type Leaked, leakReport } from './leak-report.js';
