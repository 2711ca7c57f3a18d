import type { Handler } from '../../handler.ts';

export const refreshProjections: Handler<'refreshProjections', 'projections'> = async (_request, { data }, { projections }) => {
  await projections.refresh();
  const [row] = await data.query<{ now: Date }>({ text: 'SELECT now()' });
  return { refreshed_at: row!.now.toISOString() };
};
