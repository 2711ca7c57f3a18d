import type { Handler } from '../handler.ts';
import { presented } from '../../entities/presented.ts';

export const listEmployees: Handler<'listEmployees'> = async (_request, context) => {
  const rows = await context.data.employees.rowsOnReplica({
    where: { active: true },
    attributes: ['id', 'name', 'email', 'role', 'created_at'],
    order: ['name', 'id'],
  });
  return { data: rows.map(presented) };
};
