"""Typed client and webhook verification for the Agency Messaging and Webhook Service."""

from .arguments import OMIT
from .client import AsyncClient, AsyncOperatorClient, Client, OperatorClient
from .contract import VERSION
from .errors import (
    InvalidArgumentError,
    ProblemError,
    ResponseError,
    ServiceConnectionError,
    ServiceError,
    ServiceTimeoutError,
    UnexpectedResponseError,
)
from .models import AsyncPagedList, Page, PagedList, StreamEvent
from .types import KnownWebhookEvent
from .webhooks import Reason, UnknownEvent, WebhookEvent, WebhookHeaders, WebhookVerificationError, verify_webhook

__all__ = [
    "OMIT",
    "VERSION",
    "AsyncClient",
    "AsyncOperatorClient",
    "AsyncPagedList",
    "Client",
    "InvalidArgumentError",
    "KnownWebhookEvent",
    "OperatorClient",
    "Page",
    "PagedList",
    "ProblemError",
    "Reason",
    "ResponseError",
    "ServiceConnectionError",
    "ServiceError",
    "ServiceTimeoutError",
    "StreamEvent",
    "UnexpectedResponseError",
    "UnknownEvent",
    "WebhookEvent",
    "WebhookHeaders",
    "WebhookVerificationError",
    "verify_webhook",
]
