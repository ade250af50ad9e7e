export { PullbackError } from '../compile/module/glue/error';
export { agree } from './agree';
export { check } from './check';
export { compile } from './compile';
export { run } from './run';
