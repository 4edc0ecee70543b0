export { bad, type Finding, lineOf, type Report, summaryOf } from './report.rules.js';
export { runChecks } from './run-checks.js';
