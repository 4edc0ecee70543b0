export { CostsModule } from './costs.module.js';
export { Costs } from './costs.service.js';
export { MarginService } from './margin/margin.service.js';
export { type MarginCell, marginCells, type MarginGroup, replaceMargin } from './margin/store-margin.js';
export { MessageCost, messageCost } from './message-cost.js';
