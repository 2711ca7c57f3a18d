import { describe, expect, it } from 'vitest';
import { employee } from '../../records/records.ts';
import { useService } from '../agency.ts';

describe('GET /v1/employees', () => {
  const newAgency = useService();
  it('lists the members now, by name; former ones are absent', async () => {
    const agency = await newAgency();
    await agency.ingest(
      employee('e1', { name: 'Nina', email: 'nina@example.com', role: 'manager', created_at: '2025-01-01T00:00:00Z' }),
      employee('e2', { name: 'Adam' }),
      employee('e3', { active: false }),
    );
    const { body } = await agency.get('/v1/employees?x=1');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['e2', 'e1']);
    expect(body.data[1]).toEqual({
      id: 'e1',
      name: 'Nina',
      email: 'nina@example.com',
      role: 'manager',
      created_at: '2025-01-01T00:00:00.000Z',
    });
    await agency.ingest(employee('e2', { name: 'Adam', active: false }));
    expect((await agency.get('/v1/employees')).body.data).toHaveLength(1);
  });

  it('shows a restricted key every employee of its agency, and none of another', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await Promise.all([agency.ingest(employee('e1')), other.ingest(employee('e2'))]);
    const { body } = await agency.get('/v1/employees', { key: agency.restrictedKey });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['e1']);
  });
});
