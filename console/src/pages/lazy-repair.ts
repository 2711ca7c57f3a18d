import { lazy } from '../components/lazy.tsx';

export const RepairDialog = lazy(async () => (await import('./repair.tsx')).RepairDialog);
