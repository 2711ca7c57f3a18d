// Generated from spec/ by `npm run generate`. Do not edit.

import type { Operation } from './operation.ts';

export type OperatorOperationId = never;

export const operatorOperations: Readonly<Record<OperatorOperationId, Operation>> = {};
