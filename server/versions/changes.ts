import type { Changes } from '../../generated/versions.ts';
import type { FormChanges } from './forms.ts';

/** The changes of each release, by release and schema. A change of the contract that is missing here does not compile. */
export const changes: FormChanges<Changes> = {};
