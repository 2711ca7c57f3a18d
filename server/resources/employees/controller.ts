export { listEmployees } from './list-employees.ts';
