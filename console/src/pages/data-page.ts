import { lazy } from '../components/lazy.tsx';

export const DataPage = lazy(async () => (await import('./data.tsx')).DataPage);
