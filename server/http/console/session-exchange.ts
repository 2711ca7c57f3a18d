import type { Request, Response } from 'express';
import { problems } from '../../problems/problem.ts';
import { fieldRefusal } from '../../problems/validation-error.ts';
import { readBody } from '../steps/read-body.ts';
import { noStore } from '../steps/response-headers.ts';

/** Reads the credential that is exchanged for a session. Throws `validation_failed`. */
export async function readCredential(name: string, message: string, request: Request, response: Response): Promise<string> {
  const body = await readBody({ body: 'required', maxBodyBytes: 4_096 }, request, response);
  const credential = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (typeof credential === 'string' && credential !== '') return credential;
  throw fieldRefusal(name, message, 'type', problems);
}

export function sendSession({ method }: Request, response: Response, session: object): void {
  const text = Buffer.from(JSON.stringify(session));
  response.set({ ...noStore, 'content-type': 'application/json; charset=utf-8', 'content-length': String(text.length) });
  response.end(method === 'HEAD' ? undefined : text);
}
