import { expect, test } from 'vitest';
import { attemptTo } from './attempt-to.ts';
import { startTcpReceiver } from './tcp-receiver.ts';

test('by the specified deadline, headers after 9.5 s are in time, and after 10.5 s too late', async () => {
  const [inTime, late] = await Promise.all(
    [9_500, 10_500].map(async (afterMs) => {
      const receiver = await startTcpReceiver((socket) => {
        const timer = setTimeout(() => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), afterMs);
        socket.on('close', () => clearTimeout(timer));
      });
      const attempt = await attemptTo(`http://127.0.0.1:${receiver.port}/`);
      await receiver.close();
      return attempt;
    }),
  );
  expect(inTime).toMatchObject({ error: null, status_code: 200 });
  expect(late).toMatchObject({ error: 'timeout', status_code: null });
  expect(late!.duration_ms).toBeGreaterThanOrEqual(9_995);
});
