export { BootstrapModule } from './bootstrap.module.js';
export { demoFault, demoLines, readDemo } from './demo-file.js';
export { FirstBoot } from './first-boot.js';
