"""Typed client and webhook verification for the Agency Messaging and Webhook Service."""

from .client import AuthenticatedClient
from .connection import connect
from .contract import VERSION, KnownWebhookEvent
from .paging import Page, async_items, async_pages, items, pages
from .problems import InvalidArgumentError, ProblemError, ResponseError, ServiceError, UnexpectedResponseError
from .webhooks import Reason, UnknownEvent, WebhookEvent, WebhookHeaders, WebhookVerificationError, verify_webhook

__all__ = [
    "VERSION",
    "AuthenticatedClient",
    "InvalidArgumentError",
    "KnownWebhookEvent",
    "Page",
    "ProblemError",
    "Reason",
    "ResponseError",
    "ServiceError",
    "UnexpectedResponseError",
    "UnknownEvent",
    "WebhookEvent",
    "WebhookHeaders",
    "WebhookVerificationError",
    "async_items",
    "async_pages",
    "connect",
    "items",
    "pages",
    "verify_webhook",
]
