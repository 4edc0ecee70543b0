export { bad, type Finding, lineOf, type ReportFinding, summaryOf } from './report.rules.js';
export { runChecks } from './run-checks.js';
