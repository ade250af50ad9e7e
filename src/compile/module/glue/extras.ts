/** What some compiled modules need. */
export { outOfBounds } from '../../../semantics/failure';
export { sameShape } from './same-shape';
