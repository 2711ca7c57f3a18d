import { expect, test } from 'vitest';
import { isProblem } from '../../sdk/src/index.ts';
import { creator, fan } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([creator('c1'), fan('account-c1', 'f1')], { delivers: false });

test('two people edit the note of a fan: the second gets 412, reads again and writes', async () => {
  const { agency } = integration();
  const { insights } = agency.client;
  const fox = { account_id: 'account-c1', fan_id: 'f1' };
  let etagHeader: string | null = null;
  const onAnswer = ({ headers }: { headers: Headers }) => void (etagHeader = headers.get('etag'));

  const empty = await insights.get(fox, { onAnswer });
  expect(empty.note).toBe('');
  expect(etagHeader).toContain(`"${empty.etag}"`);

  const ada = await insights.update({ ...fox, note: 'Likes jazz.', 'If-Match': etagHeader! }, { onAnswer });
  expect(ada).toEqual({ note: 'Likes jazz.', etag: expect.not.stringMatching(empty.etag) as string });
  expect(etagHeader).toContain(`"${ada.etag}"`);

  const refused = await insights.update({ ...fox, note: 'Likes dogs.', 'If-Match': `"${empty.etag}"` }).catch((error: unknown) => error);
  if (!isProblem(refused, 'precondition_failed')) throw refused;
  expect(refused.problem.current_etag).toBe(ada.etag);
  expect(await insights.get(fox)).toEqual(ada);

  const note = `${ada.note} Likes dogs.`;
  const bob = await insights.update({ ...fox, note, 'If-Match': `W/"${refused.problem.current_etag}"` });
  expect(await insights.get(fox)).toEqual({ note, etag: bob.etag });

  // @ts-expect-error -- an edit without a token does not compile
  const unguarded = await insights.update({ ...fox, note: 'No token.' }).catch((error: unknown) => error);
  expect(isProblem(unguarded, 'precondition_required')).toBe(true);
  const contradicting = await insights.update({ ...fox, note, etag: bob.etag, 'If-Match': ada.etag }).catch((error: unknown) => error);
  expect(isProblem(contradicting, 'validation_failed')).toBe(true);
  expect(await insights.get(fox)).toEqual({ note, etag: bob.etag });
});
