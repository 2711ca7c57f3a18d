import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { OperatorAuditEntry as Shown } from '../../generated/models.ts';
import { defaulted, json, key, nullable, text, texts, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `audit_log`. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare readonly id: CreationOptional<string>;
  declare readonly agency_id: string | null;
  declare readonly action: Shown['action'];
  declare readonly actor_kind: Shown['actor']['kind'];
  declare readonly actor_id: string | null;
  declare readonly actor_name: string;
  declare readonly subject_id: string | null;
  declare readonly subject_name: string;
  declare readonly creator_ids: string[];
  declare readonly details: Shown['details'];
  declare readonly address: string | null;
  declare readonly request_id: string;
}

export const auditEntryAttributes = () =>
  ({
    id: key(defaulted(uuid())),
    agency_id: nullable(uuid()),
    action: text(),
    actor_kind: text(),
    actor_id: nullable(uuid()),
    actor_name: text(),
    subject_id: nullable(uuid()),
    subject_name: text(),
    creator_ids: texts(),
    details: json(),
    address: nullable(text()),
    request_id: text(),
  }) satisfies Columns<InferAttributes<AuditEntry>>;
