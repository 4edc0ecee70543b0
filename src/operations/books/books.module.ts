import { Module } from '@nestjs/common';
import { BooksKeeper } from './books-keeper.js';
import { BooksMetrics } from './books-metrics.js';

@Module({ providers: [BooksKeeper, BooksMetrics], exports: [BooksKeeper] })
export class BooksModule {}
