import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect } from 'vitest';
import { readCapture, readHeaders } from '../../cli/src/captured-delivery.ts';
import { UsageError } from '../../cli/src/exit-codes.ts';
import { InvalidLineError, readBatches } from '../../cli/src/ndjson.ts';
import { escapeControlsInJson, printable } from '../../cli/src/text.ts';
import { verifyWebhook, WebhookVerificationError } from '../../sdk/src/index.ts';
import { hostile, inTime, outcomeOf } from './hostile.ts';
import type { Parser } from './parser.ts';

const isUsageError = (error: unknown): error is UsageError => error instanceof UsageError;
const steering = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const capture = hostile(
  ...['{', '}', '{"headers":', '{"a":', '"body":"x"', '[', ']', ',', ':', 'null', 'Name: value', '\r\n', '\r\n\r\n', 'POST / HTTP/1.1'],
  ...['{"headers":{"a":{"toString":1}},"body":""}', 'service-signature: v1=', '\u2028'],
);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const headers = fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true });

const secret = `svc_whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const signatureText = hostile('v1=', 'v1,', ',', 'ab', '00'.repeat(32), 'AAAA', '=');
const signed = (timestamp: string, body: string) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/** `undefined` where the delivery was refused as the SDK says it is. */
async function verified(rawBody: string | Uint8Array, given: Record<string, string>): Promise<unknown> {
  try {
    return await verifyWebhook(rawBody, given, secret, { toleranceSeconds: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined;
    throw error;
  }
}

export const captures: readonly Parser[] = [
  {
    name: 'a captured delivery has headers and a body, or is refused as wrong usage',
    holds: fc.property(fc.oneof(capture, fc.json()), (text) => {
      const outcome = outcomeOf(() => readCapture(Buffer.from(text)), isUsageError);
      if ('refusal' in outcome) return;
      for (const header of Object.values(outcome.value.headers)) expect(typeof header).toBe('string');
      expect(outcome.value.body).toBeInstanceOf(Uint8Array);
    }),
  },
  {
    name: 'the headers of a captured delivery are texts, or refused as wrong usage',
    holds: fc.property(capture, (text) => {
      const outcome = outcomeOf(() => readHeaders(text), isUsageError);
      if (!('refusal' in outcome)) for (const header of Object.values(outcome.value)) expect(typeof header).toBe('string');
    }),
  },
  {
    name: 'a captured delivery is read unchanged, as JSON and as the text of a request, byte by byte',
    holds: fc.property(
      headers,
      fc.uint8Array(),
      fc.constantFrom('\r\n', '\n'),
      fc.constantFrom('', 'POST /hooks HTTP/1.1'),
      (given, body, end, line) => {
        const lines = [...(line === '' ? [] : [line]), ...Object.entries(given).map(([header, text]) => `${header}: ${text}`)];
        const request = Uint8Array.from(Buffer.concat([Buffer.from([...lines, '', ''].join(end)), body]));
        expect(readCapture(request)).toEqual({ headers: given, body: Uint8Array.from(body) });
        const text = Buffer.from(body).toString('utf8');
        const kept = readCapture(Buffer.from(JSON.stringify({ headers: given, body: text })));
        expect(kept).toEqual({ headers: given, body: new TextEncoder().encode(text) });
      },
    ),
  },
  {
    name: 'lines of records are batches in their order, up to a line that is refused by its number',
    holds: fc.asyncProperty(
      fc.array(fc.oneof(fc.json(), hostile('{', '}', '"a":1', '\n', '\r\n'))),
      fc.integer({ min: 1, max: 5 }),
      async (lines, records) => {
        const input = Buffer.from(lines.join('\n'));
        const chunks = Readable.from([input.subarray(0, 3), input.subarray(3)]) as AsyncIterable<Buffer>;
        const given: string[] = [];
        try {
          for await (const batch of readBatches(chunks, { lines: 0, bytes: 0 }, { records, bytes: 1_000 })) {
            expect(batch.records.length).toBeLessThanOrEqual(records);
            given.push(...batch.records.map((record) => JSON.stringify(record)));
          }
        } catch (error) {
          if (!(error instanceof InvalidLineError)) throw error;
          expect(error.message).toMatch(/^line \d+: /);
        }
        const filled = input
          .toString('utf8')
          .split('\n')
          .filter((line) => line.trim() !== '');
        expect(given).toEqual(filled.slice(0, given.length).map((line) => JSON.stringify(JSON.parse(line))));
      },
    ),
  },
  {
    name: 'an unsigned delivery is refused',
    holds: fc.asyncProperty(signatureText, hostile('1', '0', '-', 'e'), fc.uint8Array(), async (signature, timestamp, body) => {
      expect(await verified(body, { 'service-signature': signature, 'service-signature-timestamp': timestamp })).toBeUndefined();
      const standard = { 'webhook-signature': signature, 'webhook-timestamp': timestamp, 'webhook-id': timestamp };
      expect(await verified(body, standard)).toBeUndefined();
    }),
  },
  {
    name: 'a delivery that was signed is its event, or refused where its body is none',
    holds: fc.asyncProperty(fc.oneof(hostile('{"id":"a",', '"type":"b"', '}'), fc.json()), fc.nat(), async (body, seconds) => {
      const timestamp = String(seconds);
      const text = body.toWellFormed();
      const given = { 'service-signature-timestamp': timestamp };
      await verified(text, { ...given, 'service-signature': signed(timestamp, text) });
      const event = { id: 'event-1', type: 'ping', data: { text } };
      const whole = JSON.stringify(event);
      expect(await verified(whole, { ...given, 'service-signature': signed(timestamp, whole) })).toEqual(event);
    }),
  },
  {
    name: 'a text from elsewhere is shown on one line that steers no terminal, and JSON is read as what it was',
    holds: fc.property(hostile('\u001b[2J', '\u009b31m', '\u202e', '\r\n', '\n', ' ', '\t'), (text) => {
      expect(inTime(() => printable(text))).not.toMatch(steering);
      const json = inTime(() => escapeControlsInJson(JSON.stringify(text)));
      expect(json).not.toMatch(steering);
      expect(JSON.parse(json)).toBe(text);
    }),
  },
];
