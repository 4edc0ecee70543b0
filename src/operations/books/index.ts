export { BooksModule } from './books.module.js';
export { BooksKeeper } from './books-keeper.js';
