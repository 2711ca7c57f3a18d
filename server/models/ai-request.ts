import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import type { AiRequest as Shown } from '../../generated/models.ts';
import { derived, instant, key, nullable, recorded, text, uuid, type Columns } from '../database/table/columns.ts';

/** A row of `ai_requests`. */
export class AiRequest extends Model<InferAttributes<AiRequest>, InferCreationAttributes<AiRequest>> {
  declare readonly agency_id: string;
  declare readonly id: string;
  declare readonly creator_id: string;
  declare readonly account_id: string;
  declare readonly fan_id: string;
  declare readonly action: Shown['action'];
  declare readonly requested_by_user_id: string | null;
  declare readonly requested_at: Date;
  declare readonly acknowledged_at: Date | null;
}

export const aiRequestAttributes = () =>
  ({
    agency_id: key(uuid()),
    id: recorded(key(text())),
    creator_id: derived(text(), 'c.id'),
    account_id: recorded(text()),
    fan_id: recorded(text()),
    action: recorded(text()),
    requested_by_user_id: recorded(nullable(text())),
    requested_at: recorded(instant()),
    acknowledged_at: nullable(instant()),
  }) satisfies Columns<InferAttributes<AiRequest>>;
