export { BootstrapModule } from './bootstrap.module.js';
export { demoLines, readDemo, type Demo } from './demo-file.js';
export { FirstBoot } from './first-boot.js';
