export { examine } from './examine.js';
export { bad, type Finding, lineOf, summaryOf } from './report.rules.js';
