/** What some compiled modules need. */
export { outOfBounds } from '../../../semantics/failure';
export { hold } from './hold';
export { sameShape } from './same-shape';
export { withParts } from './with-parts';
