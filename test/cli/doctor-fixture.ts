import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { Finding } from '../../cli/src/diagnosis/finding.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { CommandLine } from './run-svc.ts';

interface Report {
  readonly code: number | null;
  readonly stderr: string;
  /** The findings by their names; of several endpoints, the last one. */
  readonly found: Readonly<Record<string, Finding>>;
}

/** A service, a receiver and `svc`, for the tests of a file about `svc doctor`. */
export class DoctorFixture {
  service!: TestService;
  svc!: CommandLine;
  receiver!: Receiver;
  readonly #servers: Server[] = [];

  /** Starts everything before the tests of the file, and closes it after them. */
  static use(): DoctorFixture {
    const fixture = new DoctorFixture();
    beforeAll(() => fixture.#start(), 120_000);
    afterAll(() => fixture.#close());
    return fixture;
  }

  async #start(): Promise<void> {
    [this.service, this.svc, this.receiver] = await Promise.all([
      startService({ retryDelaysMs: [5, 5, 5] }),
      CommandLine.create(),
      startReceiver(),
    ]);
    this.svc.environment = { ...this.svc.environment, SVC_BASE_URL: this.service.baseUrl };
  }

  async #close(): Promise<void> {
    for (const server of this.#servers) server.close();
    await Promise.all([this.service?.close(), this.svc?.close(), this.receiver?.close()]);
  }

  async doctor(key: string | undefined, ...args: string[]): Promise<Report> {
    const environment: Record<string, string> = key === undefined ? {} : { SVC_API_KEY: key };
    const { code, stdout, stderr } = await this.svc.start(['doctor', ...args], { environment }).done;
    const { data } = JSON.parse(stdout) as { data: Finding[] };
    return { code, stderr, found: Object.fromEntries(data.map((finding) => [finding.name, finding])) };
  }

  /** The URL of a server that answers in place of the service or a receiver. */
  async listen(server: Server): Promise<string> {
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async createEndpoint(agency: TestAgency, url: string, types: readonly string[] = ['order.created']) {
    const { body, status, text } = await this.service.request('POST', '/v1/webhooks', {
      key: agency.key,
      body: { url, enabled_event_types: types },
    });
    if (status !== 201) throw new Error(text);
    return body as { id: string; secret: string };
  }

  ping({ key }: TestAgency, id: string) {
    return this.svc.start(['trigger', 'ping', '--endpoint', id], { environment: { SVC_API_KEY: key } }).done;
  }
}
