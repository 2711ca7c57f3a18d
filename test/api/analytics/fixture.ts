import { expect } from 'vitest';
import { problem, type Agency } from '../agency.ts';

export async function refresh(agency: Agency): Promise<void> {
  expect(await agency.service.operator('POST', '/operator/v1/projections/refresh')).toMatchObject({ status: 200 });
}

export function query(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `?${new URLSearchParams(given).toString()}`;
}

/** A refusal that explains itself and names no place of the request. */
export async function expectExplained(agency: Agency, path: string): Promise<void> {
  const answer = await agency.get(path);
  expect(answer).toMatchObject(problem(400, 'validation_failed', { detail: expect.any(String) }));
  expect(answer.body).not.toHaveProperty('errors');
}
