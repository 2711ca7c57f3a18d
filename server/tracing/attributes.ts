/**
 * Names of attributes: those of OpenTelemetry's semantic conventions, and the service's own. They are repeated here because the package is loaded only if
 * traces are exported. A test compares them with it.
 */
export const ATTR_DB_COLLECTION_NAME = 'db.collection.name';
export const ATTR_DB_NAMESPACE = 'db.namespace';
export const ATTR_DB_OPERATION_NAME = 'db.operation.name';
export const ATTR_DB_QUERY_SUMMARY = 'db.query.summary';
export const ATTR_DB_SYSTEM_NAME = 'db.system.name';
export const ATTR_ERROR_TYPE = 'error.type';
export const ATTR_HTTP_REQUEST_METHOD = 'http.request.method';
export const ATTR_HTTP_REQUEST_RESEND_COUNT = 'http.request.resend_count';
export const ATTR_HTTP_RESPONSE_STATUS_CODE = 'http.response.status_code';
export const ATTR_HTTP_ROUTE = 'http.route';
export const ATTR_SERVER_ADDRESS = 'server.address';
export const ATTR_SERVER_PORT = 'server.port';
export const ATTR_URL_SCHEME = 'url.scheme';

export const AGENCY_ID = 'agency_service.agency.id';
export const ATTEMPT_NUMBER = 'agency_service.delivery.attempt';
export const DELIVERY_ID = 'agency_service.delivery.id';
export const ENDPOINT_ID = 'agency_service.endpoint.id';
export const EVENT_COUNT = 'agency_service.event.count';
export const EVENT_ID = 'agency_service.event.id';
export const EVENT_TYPE = 'agency_service.event.type';
export const GROUP_SIZE = 'agency_service.ingestion.requests';
export const JOB_TASK = 'agency_service.job.task';
export const OPERATION_ID = 'agency_service.operation.id';
export const OUTCOME = 'agency_service.delivery.outcome';
export const PROBLEM = 'agency_service.problem';
export const RECORD_COUNT = 'agency_service.ingestion.records';
