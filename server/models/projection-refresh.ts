import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { instant, key, text, type Columns } from '../database/table/columns.ts';

/** A row of `projection_refreshes`. */
export class ProjectionRefresh extends Model<InferAttributes<ProjectionRefresh>, InferCreationAttributes<ProjectionRefresh>> {
  declare readonly projection: string;
  declare readonly refreshed_at: Date;
}

export const projectionRefreshAttributes = () =>
  ({
    projection: key(text()),
    refreshed_at: instant(),
  }) satisfies Columns<InferAttributes<ProjectionRefresh>>;
