import { afterAll, beforeAll, test } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { logIn, openBrowser, visit } from './browser.ts';
import { startStage, type Stage } from './stage.ts';
import { freePort } from '../support/free-port.ts';

const out = process.env['LOOK_OUT'] ?? '/tmp/team/console-look';
const only = process.env['LOOK_ONLY'];
let stage: Stage;
let browser: Browser;
let session: BrowserContextOptions['storageState'];
let downId: string;
let disabledId: string;
let portal: string;
beforeAll(async () => {
  stage = await startStage();
  browser = await openBrowser();
  const add = async (label: string) =>
    (
      await stage.service.request('POST', '/v1/webhooks', {
        key: stage.agency.key,
        body: { url: `http://127.0.0.1:${await freePort()}/`, label, enabled_event_types: ['order.created'] },
      })
    ).body.id as string;
  downId = await add('Down');
  disabledId = await add('Old backend');
  await stage.order(Array.from({ length: 12 }, (_, index) => `order-of-look-${index}`));
  await stage.failuresOf(stage.failing, 8);
  await stage.failuresOf({ ...stage.failing, id: disabledId }, 6);
  await stage.service.request('PATCH', `/v1/webhooks/${disabledId}`, { key: stage.agency.key, body: { status: 'disabled' } });
  await stage.order(['order-late-1', 'order-late-2']);
  await visit(browser, { refused: [401] }, async ({ page, context }) => {
    await logIn(page, stage.service);
    session = await context.storageState();
  });
  portal = (
    await stage.service.operator('POST', `/operator/v1/agencies/${stage.agency.id}/portal-links`, {
      label: 'Look',
      uses: 100,
      theme: { name: 'Studio North', logo_text: 'SN', accent_color: '#0f766e' },
    })
  ).body.url as string;
}, 120_000);
afterAll(async () => {
  await browser.close();
  await stage.close();
});

test('look', { timeout: 500_000 }, async () => {
  const agency = `/console/agencies/${stage.agency.id}`;
  const ep = (id: string) => `${agency}/endpoints/${id}`;
  const op = (path: string) => stage.service.operatorUrl + path;
  const firstDelivery = async (page: Page) => {
    await page.locator('tbody a').first().click();
    await page.locator('[aria-label="Request headers"]').waitFor();
  };
  const tab = (page: Page) => page.waitForTimeout(500);
  const shots: [string, string, ((page: Page) => Promise<unknown>)?][] = [
    ['overview', op('/console')],
    ['service', op('/console/service')],
    ['agency', op(agency)],
    ['ep-hanging', op(ep(stage.hanging.id))],
    ['ep-503', op(ep(stage.failing.id))],
    ['ep-good', op(ep(stage.good.id))],
    ['ep-disabled', op(ep(disabledId))],
    ['delivery-503', op(`${ep(stage.failing.id)}/deliveries`), firstDelivery],
    ['delivery-good', op(`${ep(stage.good.id)}/deliveries`), firstDelivery],
    ['deliveries', op(`${ep(stage.failing.id)}/deliveries`), tab],
    ['failures', op(`${ep(stage.failing.id)}/failures`), tab],
    ['events', op(`${agency}/events`), tab],
    [
      'event',
      op(`${agency}/events`),
      async (page) => {
        await page.locator('tbody a').last().click();
        await page.locator('.way:nth-child(3)').waitFor();
      },
    ],
    ['access', op(`${agency}/access`), tab],
    ['settings', op(`${ep(stage.failing.id)}/settings`), tab],
    ['audit', op('/console/audit'), tab],
    ['tokens', op('/console/tokens'), tab],
    ['ingestion', op('/console/ingestion'), tab],
    ['login', op('/console')],
    ['portal', portal],
    ['docs', `${stage.service.baseUrl}/docs`],
  ];
  for (const [name, url, act] of shots) {
    if (only && !only.split(',').includes(name)) continue;
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [size, viewport] of [
        ['wide', { width: 1440, height: 900 }],
        ['phone', { width: 390, height: 844 }],
      ] as const) {
        if (colorScheme === 'dark' && size === 'phone' && !['failures', 'overview'].includes(name)) continue;
        const state = name === 'login' || name === 'portal' ? {} : { storageState: session! };
        await visit(browser, { colorScheme, viewport, refused: [401], ...state }, async ({ page }) => {
          await page.goto(url);
          await page.locator('h1').first().waitFor();
          await page.waitForLoadState('load');
          await page.waitForTimeout(900);
          if (act) await act(page);
          await page.waitForTimeout(300);
          await page.screenshot({ path: `${out}/${name}-${colorScheme}-${size}.png`, fullPage: true });
        }).catch((error: unknown) => console.log(name, String(error).slice(0, 300)));
      }
  }
});
