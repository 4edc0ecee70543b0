export { BootstrapModule } from './bootstrap.module.js';
export { type Demo, demoLines, readDemo } from './demo-file.js';
export { FirstBoot } from './first-boot.js';
