export { DashboardModule } from './dashboard.module.js';
export { serveDashboard } from './serve-dashboard.js';
