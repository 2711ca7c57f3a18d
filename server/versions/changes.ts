import type { Changes } from '../../generated/versions.ts';
import type { FormChanges } from './forms.ts';

/**
 * What each release changed, by the names of the release and of the schema. A change that the contract has and that is missing here does
 * not compile.
 */
export const changes: FormChanges<Changes> = {};
