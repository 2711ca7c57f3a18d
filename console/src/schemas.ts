import type { components as PublicComponents } from './generated/api.ts';
import type { components as OperatorComponents } from './generated/operator.ts';

/** The service and this application are released together, so enumerations have no unknown values. */
export type Schemas = PublicComponents['schemas'];
export type OperatorSchemas = OperatorComponents['schemas'];

export type Attempt = Schemas['DeliveryAttempt'];
export type Delivery = Schemas['WebhookDelivery'];
export type DeliveryDetail = Schemas['WebhookDeliveryDetail'];
export type DeliveryEventType = Schemas['DeliveryEventType'];
export type Endpoint = Schemas['WebhookEndpoint'];
export type EndpointIncident = Schemas['EndpointIncident'];
export type FigurePoint = Schemas['FigurePoint'];
export type Figures = Schemas['WebhookFigures'];
export type Health = Schemas['EndpointHealth'];

export type Agency = OperatorSchemas['AgencyDetails'];
export type Incident = OperatorSchemas['Incident'];
export type IncidentGroup = OperatorSchemas['IncidentGroup'];
export type Incidents = OperatorSchemas['Incidents'];
export type OpenContainment = OperatorSchemas['OpenContainment'];
export type OperatorAuditEntry = OperatorSchemas['OperatorAuditEntry'];
export type ServiceOverview = OperatorSchemas['ServiceOverview'];
