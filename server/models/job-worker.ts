import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize';
import { bigint, defaulted, instant, key, text, type Columns } from '../database/table/columns.ts';

/** A row of `job_workers`. */
export class JobWorker extends Model<InferAttributes<JobWorker>, InferCreationAttributes<JobWorker>> {
  declare readonly worker_id: string;
  declare readonly seen_at: CreationOptional<Date>;
  declare readonly beat: CreationOptional<number>;
}

export const jobWorkerAttributes = () =>
  ({
    worker_id: key(text()),
    seen_at: defaulted(instant()),
    beat: defaulted(bigint()),
  }) satisfies Columns<InferAttributes<JobWorker>>;
