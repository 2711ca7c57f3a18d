"""Decodes a request of OTLP with the messages of opentelemetry-proto, refuses unknown fields, and prints its JSON form."""

import sys

from google.protobuf.json_format import MessageToJson
from google.protobuf.unknown_fields import UnknownFieldSet
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def verify(message):
    assert len(UnknownFieldSet(message)) == 0, message
    for field, value in message.ListFields():
        if field.message_type:
            for each in value if field.is_repeated else [value]:
                verify(each)


request = ExportTraceServiceRequest()
request.ParseFromString(sys.stdin.buffer.read())
verify(request)
print(MessageToJson(request))
