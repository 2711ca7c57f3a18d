import type { TestService } from './service.ts';

/** Keeps every window of the service's database at its first request, for tests of something else. */
export async function withoutRateLimits(service: TestService): Promise<void> {
  await service.database.query({
    text: `
      CREATE FUNCTION forget_window() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.request_count := 1; RETURN NEW; END $$;
      CREATE TRIGGER forget_window BEFORE INSERT OR UPDATE ON rate_windows FOR EACH ROW EXECUTE FUNCTION forget_window()`,
  });
}
