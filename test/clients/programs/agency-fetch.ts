/** What orval's functions call in place of `fetch`: it adds the key, the version and the address. */
export const agencyFetch = async <Answer>(path: string, options: RequestInit): Promise<Answer> => {
  const headers = new Headers(options.headers);
  headers.set('Authorization', `Bearer ${process.env['API_KEY']}`);
  headers.set('Service-Version', 'Amethyste');
  const response = await fetch(process.env['BASE_URL'] + path, { ...options, headers });
  const text = await response.text();
  return { data: text === '' ? undefined : JSON.parse(text), status: response.status, headers: response.headers } as Answer;
};
