import { Module } from '@nestjs/common';
import { BooksKeeper } from './books-keeper.js';

@Module({ providers: [BooksKeeper], exports: [BooksKeeper] })
export class BooksModule {}
