export { bad, type Finding, lineOf, summaryOf } from './report.rules.js';
export { runChecks } from './run-checks.js';
