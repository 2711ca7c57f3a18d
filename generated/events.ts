// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequest, AssignmentUpdated, DeliveryEventType, EndpointReport, Order, Ping, Scope } from './models.ts';

/** The data of every event in the newest release, by the event's type. */
export interface CurrentPayloads {
  'order.created': Order;
  'order.refunded': Order;
  'assignment.updated': AssignmentUpdated;
  'conversation.ai_control_requested': AiRequest;
  'endpoint.failing': EndpointReport;
  'endpoint.disabled': EndpointReport;
  'endpoint.recovered': EndpointReport;
  ping: Ping;
}

export type EventType = keyof CurrentPayloads;

/** The type of every event, in the contract's order. */
export const deliveryEventTypes: readonly DeliveryEventType[] = [
  'order.created',
  'order.refunded',
  'assignment.updated',
  'conversation.ai_control_requested',
  'endpoint.failing',
  'endpoint.disabled',
  'endpoint.recovered',
  'ping',
];

/** The scope that reads an event's data elsewhere; null if no operation returns it. */
export const eventScopes: Readonly<Record<DeliveryEventType, Scope | null>> = {
  'order.created': 'read:orders',
  'order.refunded': 'read:orders',
  'assignment.updated': 'read:fans',
  'conversation.ai_control_requested': 'read:ai_requests',
  'endpoint.failing': 'read:webhooks',
  'endpoint.disabled': 'read:webhooks',
  'endpoint.recovered': 'read:webhooks',
  ping: null,
};

/** The data of events in the contract's examples, in the newest release. */
export const eventExamples: CurrentPayloads = {
  'order.created': {
    id: '0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41',
    order_type: 'private_media',
    creator_id: '0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35',
    account_id: '73120045',
    fan_id: '90817263',
    fan_username: 'marble_fox',
    user_id: '0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72',
    message_id: '5512093847',
    amount_cents: 1500,
    created_at: '2026-07-18T21:04:11.000Z',
    refunded_at: null,
  },
  'order.refunded': {
    id: '0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41',
    order_type: 'private_media',
    creator_id: '0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35',
    account_id: '73120045',
    fan_id: '90817263',
    fan_username: 'marble_fox',
    user_id: '0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72',
    message_id: '5512093847',
    amount_cents: 1500,
    created_at: '2026-07-18T21:04:11.000Z',
    refunded_at: '2026-07-19T10:00:00.000Z',
  },
  'assignment.updated': {
    account_id: '73120045',
    fan_id: '90817263',
    assigned_user_id: '0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72',
  },
  'conversation.ai_control_requested': {
    id: '0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09',
    account_id: '73120045',
    fan_id: '90817263',
    action: 'relaunch',
    requested_by_user_id: '0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72',
    requested_at: '2026-07-18T21:15:00.000Z',
  },
  'endpoint.failing': {
    agency_id: '0198f0a0-1d3c-7e41-b2a7-9c5f6e8d0b13',
    endpoint_id: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
    label: 'Ledger',
    origin: 'https://hooks.northlight.example',
    state: 'failing',
    reason: 'consecutive_failures',
    disabled_detail: null,
    since: '2026-07-18T21:31:40.000Z',
    consecutive_failures: 5,
    pending_count: 37,
    has_more_pending: false,
  },
  'endpoint.disabled': {
    agency_id: '0198f0a0-1d3c-7e41-b2a7-9c5f6e8d0b13',
    endpoint_id: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
    label: 'Ledger',
    origin: 'https://hooks.northlight.example',
    state: 'disabled',
    reason: 'auto_breaker',
    disabled_detail: null,
    since: '2026-07-18T22:04:05.000Z',
    consecutive_failures: 10,
    pending_count: 37,
    has_more_pending: false,
  },
  'endpoint.recovered': {
    agency_id: '0198f0a0-1d3c-7e41-b2a7-9c5f6e8d0b13',
    endpoint_id: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
    label: 'Ledger',
    origin: 'https://hooks.northlight.example',
    state: 'recovered',
    reason: 'disabled',
    disabled_detail: null,
    since: '2026-07-18T22:04:05.000Z',
    consecutive_failures: 0,
    pending_count: 37,
    has_more_pending: false,
  },
  ping: {
    endpoint_id: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
  },
};
