import protobuf from 'protobufjs';

/** The messages of OTLP 1 that a trace may consist of, as its specification numbers their fields. */
const messages = `
  syntax = "proto3";
  message ExportTraceServiceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3; }
  message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
  message ScopeSpans { InstrumentationScope scope = 1; repeated Span spans = 2; string schema_url = 3; }
  message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; uint32 dropped_attributes_count = 4; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    string trace_state = 3;
    bytes parent_span_id = 4;
    string name = 5;
    int32 kind = 6;
    fixed64 start_time_unix_nano = 7;
    fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9;
    uint32 dropped_attributes_count = 10;
    uint32 dropped_events_count = 12;
    uint32 dropped_links_count = 14;
    Status status = 15;
    fixed32 flags = 16;
  }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`;

const Request = protobuf.parse(messages).root.lookupType('ExportTraceServiceRequest');

/** Refuses a field that no message of the specification declares. */
function verifyDeclared(message: object): void {
  const { $unknowns: undeclared = [] } = message as { $unknowns?: readonly Uint8Array[] };
  if (undeclared.length > 0) throw new Error(`a field that OTLP does not declare: ${Buffer.concat(undeclared).toString('hex')}`);
  for (const member of Object.values(message).flat()) if (member instanceof protobuf.Message) verifyDeclared(member);
}

/** The same request in the JSON form of OTLP. */
export function jsonOf(body: Buffer): string {
  const reader = protobuf.Reader.create(body);
  reader.discardUnknown = false;
  const request = Request.decode(reader);
  verifyDeclared(request);
  return JSON.stringify(Request.toObject(request, { longs: String, bytes: Array }), (name, value: unknown) =>
    /^(traceId|spanId|parentSpanId)$/.test(name) ? Buffer.from(value as number[]).toString('hex') : value,
  );
}
