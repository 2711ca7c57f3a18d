import { lazy } from '../components/lazy.tsx';

/** Exports and erasures, of an agency or of all. */
export const DataPage = lazy(async () => (await import('./data.tsx')).DataPage);
