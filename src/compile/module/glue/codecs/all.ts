/* The codecs, under the names of their kinds. */
export { array } from './array';
export { bool } from './bool';
export { int } from './int';
export { list } from './list';
export { product } from './product';
export { real } from './real';
export { reals } from './reals';
export { record } from './record';
export { string } from './string';
export { variant } from './variant';
