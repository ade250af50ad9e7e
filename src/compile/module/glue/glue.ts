/** What every compiled module needs besides its own parts. */
export { decoded } from './decoded';
export { PullbackError } from './error';
export { open } from './open';
