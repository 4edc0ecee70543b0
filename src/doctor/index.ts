export { examine } from './examine.js';
export { bad, lineOf, summaryOf, type Finding } from './report.rules.js';
