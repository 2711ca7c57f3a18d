import type { TestService } from './service.ts';

/** Lets every request of the service's database find its window empty, for tests of something else, until the returned function is called. */
export async function withoutRateLimits({ database }: TestService): Promise<() => Promise<void>> {
  await database.query({
    text: `
      CREATE FUNCTION forget_window() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.ages := '{0}'; NEW.granted := 1000; RETURN NEW; END $$;
      CREATE TRIGGER forget_window BEFORE INSERT OR UPDATE ON rate_windows FOR EACH ROW EXECUTE FUNCTION forget_window()`,
  });
  return async () => {
    await database.query({ text: 'DROP FUNCTION forget_window CASCADE' });
  };
}
